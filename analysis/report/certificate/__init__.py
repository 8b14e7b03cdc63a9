"""A judge's certificate: results on the locked half of the items, and when these results hold."""
