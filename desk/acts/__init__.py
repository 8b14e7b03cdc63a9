"""Pages with the activity in projects or on a batch, the latest first."""
