"""A decision that waits for a researcher."""

from dataclasses import dataclass
from datetime import datetime

MOST = 3  # of each kind; lists of more have pages of their own


@dataclass(frozen=True)
class Decision:
    """A decision. `tone` is "", "warn" or "bad"; `since`: the time since when it waits."""

    icon: str
    tone: str
    title: str
    text: str
    act: str
    address: str
    since: datetime | None = None
