"""People without an account (guests): their creation, their return, and their sessions' rights."""
