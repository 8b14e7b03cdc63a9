"""Errors that the file store raises."""

from django.utils.translation import gettext as _

from core.errors import RateroomError

RETRY_SECONDS = 30


class StoreAway(RateroomError):
    """Raised when the file store does not reply or refuses access. `reason` contains no URL."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(
            _("The file storage cannot be reached (%(reason)s).") % {"reason": reason},
            remedy=_(
                "Try again in a minute. If this keeps happening, tell the site administrator. "
                "The log has the error message."
            ),
        )


class NoSuchRange(Exception):
    """Raised when a requested range starts after the end of the file, which has `total` bytes."""

    def __init__(self, total: int) -> None:
        super().__init__(f"of {total} bytes")
        self.total = total
