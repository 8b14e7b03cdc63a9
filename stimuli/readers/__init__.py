"""Readers for files of other tools. Each module in `formats` reads one format, and all modules are
found automatically."""
