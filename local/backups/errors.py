"""The error that backups and restores raise."""

from core.errors import RateroomError


class BackupError(RateroomError):
    """Raised if a backup or a restore fails. The message says how to fix the problem."""
