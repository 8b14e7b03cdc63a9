"""Integration with Prolific: the people who come from Prolific, studies, calls and payments."""
