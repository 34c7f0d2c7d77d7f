"""The second checklist item: the held-out evaluation and the untuned baseline."""
