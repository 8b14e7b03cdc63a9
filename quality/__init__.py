"""Quality of annotators' work: checks and their results."""
