"""Automatic metrics of a batch's outputs: uploaded as a table, described, replaced and deleted."""
