"""Sending of tasks by name, so that domain code does not import Celery tasks."""

from functools import partial

from celery import current_app
from django.db import transaction


def send_on_commit(task: str, pk: int, *, after: float = 0) -> None:
    """Send the task named `task` (`app.tasks.function`) for the row `pk` when this transaction is
    committed. The task starts after a delay of `after` seconds."""
    send = partial(current_app.send_task, task, args=(pk,))
    transaction.on_commit(partial(send, countdown=after) if after else send)
