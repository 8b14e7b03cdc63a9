"""The data of a comparison: ratings as a tidy frame, from a batch or from a file."""
