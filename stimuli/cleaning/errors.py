"""The error for files that cannot be cleaned."""


class Unclean(ValueError):
    """The parts of the file cannot be separated, so it cannot be cleaned."""
