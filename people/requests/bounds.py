"""Limits of a guest's session: all of the guest's rights, or only the work of one sitting.

`recruiting.guests.entry` decides this at each entry without a password. A guest's session without a
decision belongs to no one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

KEY = "reach"  # session key
WHOLE = "whole"


@dataclass(frozen=True)
class Bound:
    """The only sitting that a session without proof can work on. `before`: the number of HITs the
    person had submitted in the batch at its start. `is_own`: it began in this session."""

    batch: int
    sitting: int
    before: int
    began_at: datetime
    is_own: bool = False

    def stored(self) -> dict[str, object]:
        """Return the form that is stored in the session."""
        return {**vars(self), "began_at": self.began_at.isoformat()}


def is_decided(session: Mapping[str, object]) -> bool:
    """Return whether an entry has decided the session's limits."""
    return bool(session.get(KEY))


def bound_of(session: Mapping[str, object]) -> Bound | None:
    """Return the session's limits, or None for a session with all of its person's rights."""
    stored = session.get(KEY)
    if not isinstance(stored, dict):
        return None
    return Bound(**stored | {"began_at": datetime.fromisoformat(stored["began_at"])})
