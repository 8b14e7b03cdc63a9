"""Integration of Prolific: the people it sends, their studies, and our calls and payments."""
