"""Recruitment for a batch: its links, and the panels that send people."""
