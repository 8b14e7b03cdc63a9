"""Correction of statistics and labels for raters' errors."""
