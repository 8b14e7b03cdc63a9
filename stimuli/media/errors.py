"""The error for a medium that cannot be imported."""

from core.errors import RateroomError


class MediaError(RateroomError):
    """A medium cannot be imported. The import adds the row and the column to the message."""
