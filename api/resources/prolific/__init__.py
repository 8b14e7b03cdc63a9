"""Studies at Prolific, and the submissions that people make there."""
