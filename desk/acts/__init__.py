"""Activity in a project or a batch, the latest first."""
