"""People without an account: creating one, how they come back, and what their sessions may do."""
