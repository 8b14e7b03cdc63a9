"""Rules that a batch declares before it is published."""
