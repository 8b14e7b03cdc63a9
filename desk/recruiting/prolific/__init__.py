"""The pages about a batch's study on Prolific."""
