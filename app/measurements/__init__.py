"""Figures from files: what was read, kept by the digests of the files; knows no inquiry and nobody."""
