"""Training with feedback and a test, before the work of a batch."""
