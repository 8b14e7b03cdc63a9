"""Log lines: one JSON object each, found by the request's id, without what lets somebody in."""

import json
import logging
import sys

import pytest

from annotation.monitoring import request_ids_of_tasks as tasks
from annotation.monitoring.logs import JsonLines, RequestId, without_secrets
from people.requests.ids import as_request, request_id, token_id


def record(message: str, *values, error=None) -> logging.LogRecord:
    entry = logging.LogRecord("hits.tasks", logging.WARNING, "", 1, message, values, error)
    RequestId().filter(entry)
    return entry


def test_a_line_is_an_object():
    with as_request("abc"):
        line = json.loads(JsonLines().format(record("%s came\nlate", "Zoë")))
    assert line.pop("time").endswith("+00:00")
    assert line == {
        "level": "WARNING",
        "logger": "hits.tasks",
        "message": "Zoë came\nlate",
        "request": "abc",
    }


def test_a_traceback_is_on_the_same_line():
    try:
        int("odd")
    except ValueError:
        text = JsonLines().format(record("It failed.", error=sys.exc_info()))
    assert "\n" not in text
    assert json.loads(text)["traceback"].endswith("'odd'")


@pytest.mark.parametrize(
    ("path", "logged"),
    [
        ("/batches/41/", "/batches/41/"),
        ("/invitations/Zk3v0bq7Yt1xR5nW8cQ2mLpS4dGhJ6aE/", "/invitations/…/"),
        (
            "/accounts/password/reset/key/1-c9x2ab-0123456789abcdef0123/",
            "/accounts/password/reset/key/…/",
        ),
    ],
)
def test_a_token_in_an_address_is_not_logged(path, logged):
    assert without_secrets(path) == logged


def test_a_task_bears_the_id_and_the_token_of_the_request_that_sent_it():
    class Sent:
        request = None

    with as_request("abc", token=7):
        tasks.note_request(headers=(headers := {}))
    Sent.request = type("Context", (), headers)()
    tasks.enter_request(task_id="t1", task=Sent)
    inside = request_id(), token_id()
    tasks.leave_request(task_id="t1")
    assert (inside, request_id(), token_id()) == (("abc", 7), "", None)
