"""Pages that list the activity in projects or on a batch, newest first."""
