"""Readers for the formats of other tools. Each module has `NAME`, `recognises` and `entries`, as
defined in `interface.Reader`."""
