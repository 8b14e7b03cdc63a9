"""Tests of how connections are spread: web processes have about equally many connections."""

import http.client
import os
import signal
from collections import Counter
from contextlib import ExitStack, closing

import pytest

from tests.local.test_slow_senders import serving
from tests.supervised import wait_for

PROCESSES = 3


def application(environ, start_response):
    """Answer with the process id."""
    answer = str(os.getpid()).encode()
    start_response("200 OK", [("Content-Length", str(len(answer)))])
    return [answer]


@pytest.fixture
def port():
    with serving(f"{__name__}:application", processes=PROCESSES) as number:
        yield number


def connected(port, number, stack):
    """Open `number` connections and keep them open. Count them by answering process."""
    connections = [
        stack.enter_context(closing(http.client.HTTPConnection("127.0.0.1", port, timeout=5)))
        for _ in range(number)
    ]
    for connection in connections:
        connection.request("GET", "/")
    return Counter(int(connection.getresponse().read()) for connection in connections)


def all_answer(port):
    with ExitStack() as stack:
        return len(connected(port, PROCESSES, stack)) == PROCESSES


def test_each_process_gets_its_share(port):
    wait_for(lambda: all_answer(port))
    with ExitStack() as stack:
        shares = connected(port, 30, stack)
        assert len(shares) == PROCESSES
        assert max(shares.values()) <= 15, shares


def test_a_process_that_replaces_a_killed_one_gets_the_next_connections(port):
    wait_for(lambda: all_answer(port))
    with ExitStack() as stack:
        before = connected(port, 30, stack)
        os.kill(next(iter(before)), signal.SIGKILL)
        wait_for(lambda: set(connected(port, 1, ExitStack())) - set(before))
        after = connected(port, 8, stack)
        assert max(after, key=after.__getitem__) not in before, (before, after)


def test_a_process_that_hangs_keeps_no_one_waiting(port):
    wait_for(lambda: all_answer(port))
    with ExitStack() as stack:
        hanging = next(iter(connected(port, 1, ExitStack())))
        os.kill(hanging, signal.SIGSTOP)
        try:
            assert hanging not in connected(port, 12, stack)
        finally:
            os.kill(hanging, signal.SIGCONT)
