"""Limits of a guest's session: everything of that guest, or the work of one sitting.

`recruiting.guests.entry` decides it at each entry without a password. A guest's session without
such a decision belongs to no one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

KEY = "reach"  # in the session
WHOLE = "whole"


@dataclass(frozen=True)
class Bound:
    """The one sitting that a session without proof may work on. `before`: how many HITs its person
    had submitted in the batch when the sitting began. `is_own`: it began in this session."""

    batch: int
    sitting: int
    before: int
    began_at: datetime
    is_own: bool = False

    def stored(self) -> dict[str, object]:
        """Return it in the form that the session stores."""
        return {**vars(self), "began_at": self.began_at.isoformat()}


def is_decided(session: Mapping[str, object]) -> bool:
    """Return whether an entry has decided what the session may do."""
    return bool(session.get(KEY))


def bound_of(session: Mapping[str, object]) -> Bound | None:
    """Return the session's limits; None for one that may do everything of its person."""
    stored = session.get(KEY)
    if not isinstance(stored, dict):
        return None
    return Bound(**stored | {"began_at": datetime.fromisoformat(stored["began_at"])})
