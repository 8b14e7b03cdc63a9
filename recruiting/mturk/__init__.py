"""Import of result files from Mechanical Turk. It has closed, but labs still have its files."""
