"""The pages for consent and questionnaires of a batch."""
