"""A decision that waits for a researcher."""

from dataclasses import dataclass
from datetime import datetime

MOST = 3  # of each kind: more would be a list, and lists have pages of their own


@dataclass(frozen=True)
class Decision:
    """`tone` is "", "warn" or "bad"; `since`: from when it waits."""

    icon: str
    tone: str
    title: str
    text: str
    act: str
    address: str
    since: datetime | None = None
