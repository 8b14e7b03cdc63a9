"""The reporting checklist: items about a human evaluation, the known facts about each item, and
people's statements."""
