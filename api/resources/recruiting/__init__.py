"""Recruitment: bulk links, panels, their sessions, and the pages around the work."""
