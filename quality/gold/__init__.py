"""Gold: HITs with known answers."""
