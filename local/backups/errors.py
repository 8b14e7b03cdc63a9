"""What stops a backup or its way back."""

from core.errors import RateroomError


class BackupError(RateroomError):
    """A backup that cannot be made or put back, with the remedy."""
