"""Automatic metrics of a batch's outputs, which can be uploaded as a table, described, replaced and
deleted."""
