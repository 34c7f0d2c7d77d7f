"""The first checklist item: the exact checkpoint, its licence, formats and files."""
