"""A module for each format: `NAME`, `recognises` and `entries`, as `interface.Reader` has them."""
