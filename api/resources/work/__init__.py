"""People's work on a batch, and decisions on the work and on people's participation."""
