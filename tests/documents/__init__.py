"""The example documents, and whatever else a program may send in their place."""
