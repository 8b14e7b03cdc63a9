"""The pages about a batch at Prolific."""
