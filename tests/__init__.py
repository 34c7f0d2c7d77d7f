"""Tests, by floor of the house; each test gets its own migrated database."""
