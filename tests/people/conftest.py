"""Fixtures for the tests of accounts and people."""

from datetime import UTC, datetime

import pytest
from allauth.mfa.totp.internal import auth

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC).timestamp()


class Clock:
    """A clock that tests set, used to generate and check login codes."""

    now = NOON

    def time(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(auth, "time", clock)
    return clock
