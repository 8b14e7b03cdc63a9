"""Data about a request that is sent with each of its tasks. The request's id connects the log lines
of the request and the task. The API token is stored with recorded acts. The time of sending shows
how long the task waited."""

import json
from time import time
from typing import Any

from celery.signals import before_task_publish, task_postrun, task_prerun

from people.requests.ids import as_request, request_id, token_id

HEADER = "request_id"
WITH = "token_id"
SENT_AT = "sent_at"  # seconds since 1970
_entered: dict[str, Any] = {}  # the context to leave at a task's end, by the task's id


@before_task_publish.connect(dispatch_uid="monitoring.note_request")
def note_request(headers: dict[str, object], **_more: object) -> None:
    headers.setdefault(SENT_AT, time())
    if name := request_id():
        headers[HEADER] = name
    if (token := token_id()) is not None:
        headers[WITH] = token


def sent_at(message: Any) -> float | None:
    """Return when a queue message was sent, or None if there is no message or it has no time."""
    try:
        return float(json.loads(message)["headers"][SENT_AT])
    except (TypeError, ValueError, KeyError):
        return None


@task_prerun.connect(dispatch_uid="monitoring.enter_request")
def enter_request(task_id: str, task: Any, **_more: object) -> None:
    name = getattr(task.request, HEADER, None) or ""
    _entered[task_id] = as_request(name, getattr(task.request, WITH, None))
    _entered[task_id].__enter__()


@task_postrun.connect(dispatch_uid="monitoring.leave_request")
def leave_request(task_id: str, **_more: object) -> None:
    if entered := _entered.pop(task_id, None):
        entered.__exit__(None, None, None)
