"""The error for an unusable medium."""

from core.errors import RateroomError


class MediaError(RateroomError):
    """A medium cannot be imported. The import adds the row and the column to the message."""
