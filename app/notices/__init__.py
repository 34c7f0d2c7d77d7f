"""Who is told what: the inbox, mail, and what became of each message."""
