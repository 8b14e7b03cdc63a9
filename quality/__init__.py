"""The quality of annotators' work: checks and their results."""
