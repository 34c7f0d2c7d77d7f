"""Who is asking, what they are on this desk, and which doors they may open."""
