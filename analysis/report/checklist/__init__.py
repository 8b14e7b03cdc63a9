"""The reporting checklist: items about a human evaluation, the facts about each, and people's
statements."""
