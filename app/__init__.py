"""Pilotdesk: scopes reinforcement-learning pilots before anyone commits GPU capacity."""
