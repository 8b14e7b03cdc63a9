"""Import of result files from Mechanical Turk, which has closed. Labs still have such files."""
