"""The evidence: checkpoints, sources and claims, and what they do not show."""
