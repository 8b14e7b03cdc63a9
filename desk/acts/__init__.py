"""Pages that show the activity in projects or on a batch, with the latest activity first."""
