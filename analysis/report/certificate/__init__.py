"""A judge's certificate: its results on the locked half of the items, and their conditions."""
