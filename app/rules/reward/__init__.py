"""The fourth checklist item: the reward or verifier, and the cases that it was attacked with."""
