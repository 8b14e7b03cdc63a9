"""Adding to a batch that is published, duplicating it, and a pilot's main batch."""
