"""Engineers judge what was submitted: take, comment, waive, return, approve, decline, revoke."""
