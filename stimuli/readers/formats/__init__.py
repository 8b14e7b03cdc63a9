"""Formats of other tools, one module each, with `NAME`, `recognises` and `entries` as in
`interface.Reader`."""
