"""Errors of files that cannot be cleaned."""


class Unclean(ValueError):
    """The file's parts cannot be told apart."""
