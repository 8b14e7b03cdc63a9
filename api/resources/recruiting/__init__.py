"""Recruitment: links for many people, panels and their sessions, and the pages around the work."""
