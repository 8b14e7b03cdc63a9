"""Training with feedback and a test, which people complete before the work of a batch."""
