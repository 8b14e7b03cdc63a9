"""Integration of Prolific: the people that Prolific sends, their studies, and our calls and
payments."""
