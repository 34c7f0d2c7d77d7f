"""The law: facts in, findings out. Standard library only, no clock, no input or output."""
