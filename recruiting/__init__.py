"""Recruitment of people through links without accounts and through panels, and their sessions."""
