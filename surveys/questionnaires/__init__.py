"""Questionnaires before and after rating, written in the rubric language: consent, demographics,
comprehension check, and exit questionnaire."""
