"""People without an account (guests): how guests are created, how they return, and which rights
their sessions have."""
