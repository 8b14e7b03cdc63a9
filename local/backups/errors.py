"""Errors of backups and restores."""

from core.errors import RateroomError


class BackupError(RateroomError):
    """A backup that cannot be made or put back, with the remedy."""
