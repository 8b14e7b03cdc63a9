"""Formats, one module each, found by being in this folder."""
