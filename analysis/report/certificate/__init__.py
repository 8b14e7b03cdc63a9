"""A judge's certificate: results on the locked half of the items, and the conditions under which
they apply."""
