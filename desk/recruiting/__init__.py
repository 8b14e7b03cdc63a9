"""Pages about recruitment for a batch: its links, panels, Prolific, and sessions."""
