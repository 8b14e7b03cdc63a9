"""Tools for developers, which a running site does not need."""
