"""Outcomes of a call besides success: each says whether it may have taken effect."""

from core.errors import RateroomError


class PanelError(RateroomError):
    """A call to Prolific that brought no answer to use."""


class Refused(PanelError):
    """Prolific understood the call and does not do it: a repeat is refused alike. `status` is
    HTTP's."""

    def __init__(self, what: str, *, status: int, remedy: str = "") -> None:
        super().__init__(what, where="Prolific", remedy=remedy)
        self.status = status


class NotSent(PanelError):
    """The call had no effect and may be repeated: no connection, or too many calls."""


class Unknown(PanelError):
    """The call may have had its effect: it was sent and no answer came that says so. Look before
    any repeat."""
