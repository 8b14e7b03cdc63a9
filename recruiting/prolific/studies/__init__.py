"""Prolific studies: planning, creation, publishing, more places, and eligibility."""
