"""Errors of backups and restores."""

from core.errors import RateroomError


class BackupError(RateroomError):
    """A failure to create or restore a backup; the message says how to fix it."""
