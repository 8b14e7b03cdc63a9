"""Marked passages: how much people and judges mark the same characters."""
