"""Who did what and when; written in the same transaction as the deed, never changed."""
