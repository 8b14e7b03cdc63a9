"""The limits of a guest's session, which has all of the guest's rights or only the work of one
sitting.

`recruiting.guests.entry` decides the limits at each entry without a password. A guest's session
without a decision is treated as anonymous.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

KEY = "reach"  # session key
WHOLE = "whole"


@dataclass(frozen=True)
class Bound:
    """The only sitting that a session without proof of identity can work on. `before` is the number
    of HITs that the person had submitted in the batch when the sitting began. `is_own` says that
    the sitting began in this session."""

    batch: int
    sitting: int
    before: int
    began_at: datetime
    is_own: bool = False

    def stored(self) -> dict[str, object]:
        """Return the limits in the form that the session stores."""
        return {**vars(self), "began_at": self.began_at.isoformat()}


def is_decided(session: Mapping[str, object]) -> bool:
    """Return whether an entry has decided the session's limits."""
    return bool(session.get(KEY))


def bound_of(session: Mapping[str, object]) -> Bound | None:
    """Return the session's limits; None for a session with all rights of its person."""
    stored = session.get(KEY)
    if not isinstance(stored, dict):
        return None
    return Bound(**stored | {"began_at": datetime.fromisoformat(stored["began_at"])})
