"""Tests of log lines: one JSON object each, with the request's id and without secrets."""

import json
import logging
import os
import subprocess
import sys

import pytest

from annotation.monitoring import request_ids_of_tasks as tasks
from annotation.monitoring.logs import JsonLines, RequestId, without_secrets
from local.programs import BEAT, ROOT, WORKER
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


ODD = """
import django, threading, warnings
django.setup()
print("two\\nlines")
warnings.warn("old")
thread = threading.Thread(target=lambda: 1 / 0)
thread.start()
thread.join()
int("odd")
"""


def lines_of(*command, until="", **environment):
    """Run a process and return its log lines as objects. Stop it once a line contains `until`."""
    env = {"DJANGO_SETTINGS_MODULE": "annotation.settings", "LOG_JSON": "true"} | environment
    lines = []
    with subprocess.Popen(
        [sys.executable, *command],
        cwd=ROOT,
        env=os.environ | env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        for line in process.stdout:
            lines.append(json.loads(line))
            if until and until in lines[-1]["message"]:
                process.terminate()
    return lines


def test_prints_warnings_and_tracebacks_are_objects():
    lines = lines_of("-c", ODD)
    assert {tuple(line)[:4] for line in lines} == {("time", "level", "logger", "message")}
    said = [line["message"] for line in lines]
    assert sorted(text for text in said if "\n" not in text) == [
        "ValueError: invalid literal for int() with base 10: 'odd'",
        "ZeroDivisionError: division by zero",
        "lines",
        "two",
    ]
    assert sum("UserWarning: old" in text for text in said) == 1
    assert sum("Traceback" in line.get("traceback", "") for line in lines) == 2


WEB = ["gunicorn", "--config", "annotation/gunicorn_conf.py", "annotation.wsgi"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["-m", *WORKER, "--concurrency", "1", "--pool", "solo"], " ready."),
        (["-m", *WEB], "Booting worker"),
        (["manage.py", "verify", "--nonsense"], "unrecognized arguments"),
    ],
)
def test_each_line_of_each_process_is_an_object(command, said):
    lines = lines_of(*command, until=said, PORT="0")
    assert [line for line in lines if said in line["message"]] != []


@pytest.mark.slow
@pytest.mark.parametrize("command", [["-m", *BEAT], ["-m", *WEB], ["manage.py", "prepare"]])
def test_a_process_that_does_not_start_says_why_in_an_object(command):
    *_lines, last = lines_of(*command, SECRET_KEY_FILE="/nowhere")
    assert "SECRET_KEY_FILE names /nowhere" in last["message"]


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
