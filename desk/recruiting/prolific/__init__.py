"""Pages about a batch's study on Prolific."""
