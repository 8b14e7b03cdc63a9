"""Who did what in a project or in one batch, the latest first."""
