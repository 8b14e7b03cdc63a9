"""The error for a medium that cannot be imported."""

from core.errors import RateroomError


class MediaError(RateroomError):
    """Raised when a medium cannot be imported. The import adds the row and the column to the
    message."""
