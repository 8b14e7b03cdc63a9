"""The personal data in `hits`: people's work as tables, and its deletion."""
