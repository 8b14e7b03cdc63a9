"""Errors of the file store itself."""

from django.utils.translation import gettext as _

from core.errors import RateroomError

RETRY_SECONDS = 30


class StoreAway(RateroomError):
    """The store does not answer, or refuses access. `reason` is short and has no address."""

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
    """The file has `total` bytes, but none in the requested range."""

    def __init__(self, total: int) -> None:
        super().__init__(f"of {total} bytes")
        self.total = total
