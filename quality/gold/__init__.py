"""Gold HITs, which have known answers."""
