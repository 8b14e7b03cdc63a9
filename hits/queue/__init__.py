"""Handing out work and taking answers in."""
