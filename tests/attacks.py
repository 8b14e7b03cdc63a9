"""What a test that is marked as an attack really sends: watched while it runs.

`@pytest.mark.attack("POST")` names what does the harm: an HTTP method, `connect`, or another thing in
a few words. A test that names an HTTP method or `connect` fails if it did not send that, or one of
several that it names.
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
    """Note from now on what is sent while a test is watched: to this process, as by the test client
    and by a browser, and by this process to others. An audit hook would be called a thousand times
    for each of these."""
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
    """The means that are used within the block."""
    sent: set[str] = set()
    _watching.append(sent)
    try:
        yield sent
    finally:
        _watching.remove(sent)


def declared(item: pytest.Item) -> list[list[str]]:
    """Return what each of the test's markers names. Raises UsageError for a method that does not exist."""
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
