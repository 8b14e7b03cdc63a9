"""A decision that waits for a researcher."""

from dataclasses import dataclass
from datetime import datetime

MOST = 3  # of each kind; lists of more have pages of their own


@dataclass(frozen=True)
class Decision:
    """A decision. `tone` is "", "warn" or "bad". It has been waiting since the time `since`."""

    icon: str
    tone: str
    title: str
    text: str
    act: str
    address: str
    since: datetime | None = None
