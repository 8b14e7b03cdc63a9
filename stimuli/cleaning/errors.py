"""What a file cannot be cleaned for."""


class Unclean(ValueError):  # noqa: N818 - named for what the file is
    """The file's parts cannot be told apart."""
