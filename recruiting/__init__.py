"""Recruitment of people through links and panels, their sessions, and the pages before and after
the main HITs."""
