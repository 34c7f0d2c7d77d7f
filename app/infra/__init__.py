"""Plumbing: databases, work, pages, errors. Knows nothing of inquiries, evidence or people."""
