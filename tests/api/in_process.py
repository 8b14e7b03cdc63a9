"""The Python client inside the test's transaction, with background tasks run immediately."""

from pathlib import Path

from django.test import Client

from hits.background.performing import perform_task
from hits.models import BackgroundTask
from tests.api.program import BASE, Program, Readable

FOLDER = Path(__file__).parents[2] / "client"


def client_of(program: Program, monkeypatch):
    """Return a `Rateroom` client that uses the program's token."""
    monkeypatch.syspath_prepend(str(FOLDER))
    from rateroom_client import Rateroom, RateroomError

    site = Rateroom("http://testserver", token=program.token)
    browser = Client(raise_request_exception=False)

    def answer_at_once(method: str, path: str, take, *, query=None, data=None, headers=None):
        for task in BackgroundTask.under_way():
            perform_task(task_id=task.pk)
        sent = {"Authorization": f"Bearer {program.token}", **(headers or {})}
        content_type = sent.pop("Content-Type", "application/json")
        address = path.removeprefix("http://testserver")
        address = address if address.startswith(BASE) else BASE + address
        answer = browser.generic(
            method,
            address,
            data or b"",
            content_type=content_type,
            headers=sent,
            query_params=query or None,
        )
        if answer.status_code >= 400:
            raise RateroomError.of(answer.status_code, answer.json())
        return take(Readable(answer))

    monkeypatch.setattr(site.http, "ask", answer_at_once)
    return site
