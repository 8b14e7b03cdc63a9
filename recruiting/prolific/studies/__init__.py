"""Prolific studies of batches: planning, creation, publishing, more places, and eligibility."""
