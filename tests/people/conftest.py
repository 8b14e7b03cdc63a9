"""What the tests of people share."""

from datetime import UTC, datetime

import pytest
from allauth.mfa.totp.internal import auth

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC).timestamp()


class Clock:
    """The time by which codes are made and checked."""

    now = NOON

    def time(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(auth, "time", clock)
    return clock
