"""The base class of the client's methods. It sends requests and waits for background tasks."""

import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from rateroom_client.errors import Problem, RateroomError
from rateroom_client.http import Http

Row = dict[str, Any]
OnProgress = Callable[[Row], None]  # called with the state after each request
POLL_SECONDS = 2.0
WAITING = {"waiting", "running"}
TASKS = "/api/v1/tasks/"


def given(**values: object) -> Row:
    """Return a dict of the values that are not None. The site uses its defaults for the other
    values."""
    return {name: value for name, value in values.items() if value is not None}


class Asking:
    """The base class for groups of methods, for example those for batches."""

    http: Http

    def _read(self, path: str, **query: Any) -> Row:
        row: Row = self.http.get(path, **given(**query))
        return row

    def _pages(self, path: str, **query: object) -> Iterator[Row]:
        return self.http.pages(path, **given(**query))

    def _downloaded(self, path: str, file: IO[bytes], **query: object) -> int:
        return self.http.download(path, file, **given(**query))

    def _sent(
        self, method: str, path: str, body: object = None, *, key: str = "", wait: bool = False
    ) -> Row:
        """Send a write request, and return the reply, or an empty dict if the reply has no content.
        If a background task carries out the write, the reply is the task. With `wait`, wait until
        the task is done, and then return the task."""
        row: Row = self.http.send(method, path, body, key=key) or {}
        is_task = str(row.get("address", "")).startswith(TASKS)
        return self._finished(row, None) if is_task and wait else row

    def _uploaded(
        self,
        path: str,
        files: Mapping[str, Path],
        fields: Mapping[str, object] | None = None,
        *,
        key: str = "",
    ) -> Row:
        parts = {name: (file.name, file.read_bytes()) for name, file in files.items()}
        texts = {name: str(value) for name, value in (fields or {}).items()}
        row: Row = self.http.upload(path, texts, parts, key=key)
        return row

    def _finished(self, task: Row, on_progress: OnProgress | None) -> Row:
        """Wait until a background task is done, and return the task. Raises RateroomError if the
        task failed or was cancelled."""
        path = f"tasks/{task['id']}"
        task = self._awaited(task, path, on_progress, lambda row: row["state"] not in WAITING)
        if task["state"] != "done":
            raise RateroomError(422, f"The task is {task['state']}", [Problem(task["error"])])
        return task

    def _awaited(
        self,
        row: Row,
        path: str,
        on_progress: OnProgress | None,
        is_done: Callable[[Row], bool],
    ) -> Row:
        """Read `path` repeatedly until `is_done` is true for the row, and return the row. Call
        `on_progress` for each state of the row."""
        while True:
            if on_progress:
                on_progress(row)
            if is_done(row):
                return row
            time.sleep(POLL_SECONDS / 4)
            row = self.http.get(path)
