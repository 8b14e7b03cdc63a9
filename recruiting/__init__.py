"""Recruitment: links without accounts, panels, and their sessions."""
