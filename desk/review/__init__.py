"""Reading answers one after another, and deciding on each."""
