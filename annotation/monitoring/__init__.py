"""What operators and their programs ask of a running site: whether it lives, its figures, its
logs."""
