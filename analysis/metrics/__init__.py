"""Automatic metrics of a batch's outputs. People upload metrics as a table, describe them, and
delete them."""
