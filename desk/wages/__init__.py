"""Hourly pay in a batch compared with the project's minimum, and bonuses that reach it."""
