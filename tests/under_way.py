"""Requests that the live server is still working on: a test's database is emptied only when there are none.

A page's script may have sent one in the test's last moment, such as holding the next HIT; it goes on when the page is gone.
"""

import time
from threading import Lock
from typing import Any

from django.core.signals import request_finished, request_started
from django.test.client import ClientHandler

LONGEST, PAUSE = 15.0, 0.05  # seconds
_lock, _count = Lock(), [0]


def _begun(sender: Any, **_about: Any) -> None:
    _add(sender, 1)


def _ended(sender: Any, **_about: Any) -> None:
    _add(sender, -1)


def _add(sender: Any, change: int) -> None:
    if sender is not ClientHandler:
        with _lock:
            _count[0] += change


def watch() -> None:
    """Count from now on."""
    request_started.connect(_begun)
    request_finished.connect(_ended)


def wait_for_none() -> None:
    """Until none is under way, at two looks in a row: one may just have been accepted."""
    until = time.monotonic() + LONGEST
    quiet = 0
    while quiet < 2 and time.monotonic() < until:
        time.sleep(PAUSE)
        quiet = quiet + 1 if _count[0] <= 0 else 0
