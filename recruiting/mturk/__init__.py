"""Import of result files from Mechanical Turk. The service has closed, but labs still have its
files."""
