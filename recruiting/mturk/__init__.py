"""Import of result files from Mechanical Turk. The platform has closed, but labs still have such
files."""
