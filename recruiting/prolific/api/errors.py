"""Failed calls to Prolific. Each error says whether the call may have taken effect."""

from core.errors import RateroomError


class PanelError(RateroomError):
    """A call to Prolific without a usable reply."""


class Refused(PanelError):
    """Prolific understood the call and refused it. A repeat would be refused too. `status` is the
    HTTP status."""

    def __init__(self, what: str, *, status: int, remedy: str = "") -> None:
        super().__init__(what, where="Prolific", remedy=remedy)
        self.status = status


class NotSent(PanelError):
    """The call had no effect and can be repeated: no connection, or too many calls."""


class Unknown(PanelError):
    """The call was sent without a reply that confirms it, so it may have taken effect. Check before
    you repeat it."""
