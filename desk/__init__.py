"""The researcher's pages, on our own admin site: they combine the other apps for a person."""
