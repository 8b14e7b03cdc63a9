"""Problems of a medium."""

from core.errors import RateroomError


class MediaError(RateroomError):
    """A medium that cannot be taken in. The import adds the row and the column."""
