"""Qualifications of people in a project: who has which qualification, and how they got it."""
