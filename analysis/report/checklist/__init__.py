"""The reporting checklist: items about a human evaluation, known facts and people's statements."""
