"""What a file cannot be cleaned for."""


class Unclean(ValueError):
    """The file's parts cannot be told apart."""
