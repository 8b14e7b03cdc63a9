"""The error for files that cannot be cleaned."""


class Unclean(ValueError):
    """The structure of the file cannot be read, so the file cannot be cleaned."""
