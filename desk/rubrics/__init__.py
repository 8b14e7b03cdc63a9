"""Rubrics on the desk: the list of versions, a version with its changes, and the editor."""
