"""Files that people have, read into rows: bytes in, trials and remarks out. Pure; knows no other room."""
