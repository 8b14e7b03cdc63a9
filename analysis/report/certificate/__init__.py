"""A judge's certificate: how it did on the locked half of the items, and what that holds for."""
