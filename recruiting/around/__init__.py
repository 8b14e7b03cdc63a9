"""Pages around the work: consent, demographics, comprehension check, and exit questionnaire."""
