"""The reporting checklist: items of a human evaluation, the facts about each, and people's
statements."""
