"""People without an account (guests): creating them, their return, and their sessions' rights."""
