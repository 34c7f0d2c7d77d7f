"""Engineers judge what was submitted: take, comment, return, approve, decline, revoke."""
