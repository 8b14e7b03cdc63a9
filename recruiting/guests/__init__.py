"""People without an account (guests): how they are created and come back, and what their sessions
can do."""
