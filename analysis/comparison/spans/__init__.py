"""Marked passages: how far people and judges mark the same characters."""
