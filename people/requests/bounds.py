"""The limits of a guest's session. A guest's session has either all of the guest's rights or only
access to the work of one sitting.

`recruiting.guests.entry` sets the limits whenever someone enters without a password. A guest's
session without such a decision is treated as anonymous.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

KEY = "reach"  # session key
WHOLE = "whole"


@dataclass(frozen=True)
class Bound:
    """The limit of a session without proof of identity: the only sitting that the session can work
    on. `before` is the number of HITs that the person had submitted in the batch when the sitting
    began. `is_own` says that the sitting began in this session."""

    batch: int
    sitting: int
    before: int
    began_at: datetime
    is_own: bool = False

    def stored(self) -> dict[str, object]:
        """Return the limits in the form in which the session stores them."""
        return {**vars(self), "began_at": self.began_at.isoformat()}


def is_decided(session: Mapping[str, object]) -> bool:
    """Return whether the limits of the session were set at an entry."""
    return bool(session.get(KEY))


def bound_of(session: Mapping[str, object]) -> Bound | None:
    """Return the session's limits, or None for a session with all rights of its person."""
    stored = session.get(KEY)
    if not isinstance(stored, dict):
        return None
    return Bound(**stored | {"began_at": datetime.fromisoformat(stored["began_at"])})
