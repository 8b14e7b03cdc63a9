"""Readers for files of other tools. Each format is a module in `formats`, and modules are found
automatically."""
