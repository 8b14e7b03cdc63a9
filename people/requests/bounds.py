"""The limits of a guest's session. The session has either all rights of the guest, or access only
to the work of one sitting.

`recruiting.guests.entry` sets the limits whenever someone enters without a password. A guest's
session without this setting is treated as anonymous.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

KEY = "reach"  # session key
WHOLE = "whole"


@dataclass(frozen=True)
class Bound:
    """The limits of a session that can work on only one sitting, because the person has not proved
    who they are. `before` is the number of HITs that the person had submitted in the batch when the
    sitting began. `is_own` is true if the sitting began in this session."""

    batch: int
    sitting: int
    before: int
    began_at: datetime
    is_own: bool = False

    def stored(self) -> dict[str, object]:
        """Return the limits as a dict that can be stored in the session."""
        return {**vars(self), "began_at": self.began_at.isoformat()}


def is_decided(session: Mapping[str, object]) -> bool:
    """Return whether the session's limits were decided when the guest entered."""
    return bool(session.get(KEY))


def bound_of(session: Mapping[str, object]) -> Bound | None:
    """Return the session's limits. Return None if the session has all rights of the person."""
    stored = session.get(KEY)
    if not isinstance(stored, dict):
        return None
    return Bound(**stored | {"began_at": datetime.fromisoformat(stored["began_at"])})
