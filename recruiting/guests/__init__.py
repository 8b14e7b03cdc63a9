"""People without an account: creating them, their return, and their sessions' limits."""
