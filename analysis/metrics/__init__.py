"""Automatic metrics of a batch's outputs, which people upload as a table, describe and delete."""
