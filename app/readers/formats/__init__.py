"""One file for each format that tools write: how to tell it, and how its rows are read."""
