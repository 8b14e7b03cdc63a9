"""The error for files that cannot be cleaned."""


class Unclean(ValueError):
    """Raised if the structure of the file cannot be read, so that the file cannot be cleaned."""
