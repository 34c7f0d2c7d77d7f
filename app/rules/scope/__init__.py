"""Scope separation: who trains, who samples, and what an inquiry has to answer."""
