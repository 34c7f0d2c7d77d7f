"""The third checklist item: the rollout environment, its tools, network, lengths and limits."""
