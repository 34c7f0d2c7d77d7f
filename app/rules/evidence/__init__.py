"""Evidence matching: what is cited may be cited for that."""
