"""Qualifications of people in a project: who has each, and how they got it."""
