"""The error of backups and restores."""

from core.errors import RateroomError


class BackupError(RateroomError):
    """The error if a backup or a restore fails. Its message says how to fix the problem."""
