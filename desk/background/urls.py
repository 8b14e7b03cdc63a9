"""The addresses of tasks, below the desk's."""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path

from desk.background import views


def task_urls(framed: Callable[..., Any], guarded: Callable[..., Any]) -> list[URLPattern]:
    """`framed` gives a view what the frame needs; `guarded` only lets researchers in."""
    return [
        path("tasks/", framed(views.tasks_page), name="tasks"),
        path("tasks/<bigint:pk>/", framed(views.task_page), name="task"),
        path("tasks/<bigint:pk>/part/", guarded(views.task_part), name="task_part"),
        path("tasks/<bigint:pk>/act/", guarded(views.act_on_task), name="act_on_task"),
    ]
