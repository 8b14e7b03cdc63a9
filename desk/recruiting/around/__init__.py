"""Researchers' pages for editing a batch's consent form and questionnaires."""
