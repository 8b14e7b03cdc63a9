"""People's work in a batch, and decisions on it and on their participation."""
