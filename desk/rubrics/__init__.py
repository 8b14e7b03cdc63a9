"""Rubrics on the desk: the list of versions, a version and what changed in it, and the editor."""
