"""The fifth checklist item: a bounded budget, stop conditions, acceptance criteria, deployment."""
