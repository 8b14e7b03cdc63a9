"""The pages about recruitment for a batch: its links, its panels, Prolific, and sessions."""
