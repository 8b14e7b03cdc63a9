"""Gold: HITs whose answers are known."""
