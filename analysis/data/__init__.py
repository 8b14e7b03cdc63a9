"""What is compared: ratings as a tidy frame, from a batch or from a file."""
