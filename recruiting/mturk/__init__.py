"""Mechanical Turk, which closed: its result files, which labs have."""
