"""People without an account (guests): how they are created and return, and their sessions'
rights."""
