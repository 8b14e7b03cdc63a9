"""Recruitment of people by links without accounts and from panels, and their sessions."""
