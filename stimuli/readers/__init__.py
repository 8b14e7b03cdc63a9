"""Readers for files of other tools. Each format is a module in `formats`, which is found
automatically."""
