"""A module for each format, found by being here."""
