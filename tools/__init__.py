"""Tools for developers. A site does not need them."""
