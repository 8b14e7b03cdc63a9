"""Training with feedback and a test, which people do before the work of a batch."""
