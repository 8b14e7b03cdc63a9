"""Questionnaires before and after the work, declared in the rubric language: consent, demographics,
comprehension check, and exit questionnaire."""
