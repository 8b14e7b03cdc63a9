"""Tests of `tests.under_way`, which waits for running requests before the database is emptied."""

import http.client
from threading import Event, Thread

import pytest

from tests import under_way


@pytest.fixture
def server():
    """A server that delays `/slow`. Yields the port and the events that mark the delay."""
    begun, may_end = Event(), Event()

    def answer(environ, start_response):
        if environ["PATH_INFO"] == "/slow":
            begun.set()
            may_end.wait(10)
        start_response("200 OK", [("Content-Length", "0")])
        return [b""]

    counting = under_way.CountingServer(("127.0.0.1", 0), None)
    counting.set_app(answer)
    thread = Thread(target=counting.serve_forever, args=(0.01,))
    thread.start()
    yield counting.server_port, begun, may_end
    may_end.set()
    counting.shutdown()
    counting.server_close()
    thread.join()


def test_a_connection_that_is_kept_for_later_is_not_waited_for(server):
    connection = http.client.HTTPConnection("127.0.0.1", server[0])
    connection.request("GET", "/")
    connection.getresponse().read()
    under_way.wait_for_none()
    connection.request("GET", "/")  # it is open still
    assert connection.getresponse().status == 200
    connection.close()


def test_a_request_that_nobody_waits_for_any_more_is_waited_for(server, monkeypatch):
    port, begun, may_end = server
    monkeypatch.setattr(under_way, "LONGEST", 0.1)
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("GET", "/slow")
    assert begun.wait(10)
    connection.close()
    with pytest.raises(TimeoutError, match="answers"):
        under_way.wait_for_none()
    monkeypatch.undo()
    may_end.set()
    under_way.wait_for_none()
