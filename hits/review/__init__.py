"""Decisions on answered work: approval, rejection, objection."""
