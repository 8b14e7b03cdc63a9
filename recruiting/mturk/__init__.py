"""Import of result files from Mechanical Turk, which has closed but whose files labs still have."""
