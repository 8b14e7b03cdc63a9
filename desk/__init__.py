"""The researcher's pages, on our own admin site: what puts the other apps together for a person."""
