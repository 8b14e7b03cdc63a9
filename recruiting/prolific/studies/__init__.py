"""Batches' studies at Prolific: planning, creation, publishing, more places, and filters for
participants."""
