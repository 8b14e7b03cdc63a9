"""The queue: assigning HITs to annotators, and accepting their answers."""
