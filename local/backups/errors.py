"""Errors of backups and restores."""

from core.errors import RateroomError


class BackupError(RateroomError):
    """A backup could not be created or restored; the message says how to fix it."""
