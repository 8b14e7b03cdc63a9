"""Checks that a test marked as an attack really sends what its marker names.

The marker names how the attack is sent, for example `@pytest.mark.attack("POST")`: an HTTP method,
`connect`, or a short description. A test that names HTTP methods or `connect` fails if it sends
none of them.
"""

import http.client
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.core.handlers.base import BaseHandler

METHODS = {"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"}
WATCHED = METHODS | {"connect"}
_REQUEST_LINE = re.compile(rb"([A-Z]+) \S+ HTTP/")
_watching: list[set[str]] = []


def _note(means: str) -> None:
    for sent in _watching:
        sent.add(means)


def _is_valkey(address: object) -> bool:
    return isinstance(address, tuple) and address[1] == urlsplit(settings.REDIS_URL).port


def watch() -> None:
    """Start recording requests to this process and connections and requests from it, while a test
    is watched. An audit hook would be slower, with a thousand calls per request."""
    answer, connect = BaseHandler.get_response, socket.socket.connect
    send = http.client.HTTPConnection.send

    def noting(handler: BaseHandler, request):
        _note(request.method)
        return answer(handler, request)

    def noting_address(connection: socket.socket, address) -> None:
        if _watching and not _is_valkey(address):
            _note("connect")
        connect(connection, address)

    def noting_line(connection: http.client.HTTPConnection, data) -> None:
        if isinstance(data, bytes) and (line := _REQUEST_LINE.match(data)):
            _note(line[1].decode())
        send(connection, data)

    BaseHandler.get_response = noting
    socket.socket.connect = noting_address
    http.client.HTTPConnection.send = noting_line


@contextmanager
def watched() -> Iterator[set[str]]:
    """Yield a set that collects the HTTP methods, and `connect`, used within the block."""
    sent: set[str] = set()
    _watching.append(sent)
    try:
        yield sent
    finally:
        _watching.remove(sent)


def declared(item: pytest.Item) -> list[list[str]]:
    """Return the arguments of each attack marker of the test. Raises UsageError for a method that
    does not exist."""
    means = [[str(name) for name in marker.args] for marker in item.iter_markers("attack")]
    for name in chain.from_iterable(means):
        if name.isupper() and name not in METHODS:
            raise pytest.UsageError(f"{item.nodeid}: {name} is not an HTTP method.")
    return means


@contextmanager
def must_attack(item: pytest.Item) -> Iterator[None]:
    """Fail the test if it did not send what its marker names."""
    means = declared(item)
    with watched() as sent:
        yield
    for names in means:
        if WATCHED.issuperset(names) and sent.isdisjoint(names):
            wanted = " or ".join(names)
            pytest.fail(f"The attack sent no {wanted}, only {sorted(sent)}.", pytrace=False)
