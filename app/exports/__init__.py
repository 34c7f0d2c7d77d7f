"""Approved scopes leave the house: as canonical JSON Lines and as CSV, with a manifest and a cursor."""
