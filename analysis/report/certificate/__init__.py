"""A judge's certificate: the judge's results on the locked half of the items, and the conditions
under which they hold."""
