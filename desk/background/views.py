"""The list of all long tasks, and the page of one background task with its buttons."""

from datetime import datetime

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.response import TemplateResponse
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from desk.background.kinds import words_of
from desk.background.listing import tasks_of
from desk.projects import projects_looked_at
from hits.background.asking import begin_again, cancel_task
from hits.models import BackgroundTask
from people.access import is_writer, owns, projects_of, user_of
from people.models import User

BEGUN_AGAIN = (BackgroundTask.State.FAILED, BackgroundTask.State.CANCELLED)


@require_safe
def tasks_page(request: HttpRequest, frame: dict[str, object]) -> HttpResponse:
    """Show the long tasks of the chosen projects, newest first."""
    rows, following = tasks_of(projects_looked_at(request), _time(request.GET.get("before", "")))
    context = {**frame, "title": _("Tasks"), "rows": rows, "following": following}
    return TemplateResponse(request, "desk/background/tasks.html", context)


def _time(text: str) -> datetime | None:
    """Return the time in `text`, or None if it is not a time with a time zone."""
    try:
        time = parse_datetime(text)
    except ValueError:
        return None
    return time if time is not None and time.tzinfo is not None else None


@require_safe
def task_page(request: HttpRequest, frame: dict[str, object], pk: int) -> HttpResponse:
    """Show the task's subject, progress and result. If another page shows these, redirect to it."""
    task = _task(request, pk)
    if address := words_of(task).own_page(task):
        return redirect(address)
    context = {**frame, "title": _("Task"), **_context(request, task)}
    return TemplateResponse(request, "desk/background/task.html", context)


@require_safe
def task_part(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the part of a task's page that changes. A script requests it repeatedly."""
    return render(request, "desk/background/_task.html", _context(request, _task(request, pk)))


@require_POST
def act_on_task(request: HttpRequest, pk: int) -> HttpResponse:
    """Cancel a background task, or start it again. Raises PermissionDenied if the user is not
    allowed to."""
    task = _task(request, pk)
    user = user_of(request)
    if not is_writer(user, task.project_id):
        raise PermissionDenied
    if request.POST.get("act") == "cancel":
        done = cancel_task(task=task, by=user)
    elif _may_begin(user, task):
        done = begin_again(task=task, by=user)
    else:
        raise PermissionDenied
    if not done:
        messages.warning(request, _("This page was out of date, so nothing changed."))
    return redirect("admin:task", pk)


def _task(request: HttpRequest, pk: int) -> BackgroundTask:
    tasks = BackgroundTask.objects.filter(project__in=projects_of(request))
    return get_object_or_404(tasks.select_related("project", "created_by", "cancelled_by"), pk=pk)


def _may_begin(user: User, task: BackgroundTask) -> bool:
    if task.is_for_owners:
        return owns(user, task.project)
    return is_writer(user, task.project_id)


def _context(request: HttpRequest, task: BackgroundTask) -> dict[str, object]:
    words, user = words_of(task), user_of(request)
    return {
        "task": task,
        "result": words.result(task),
        "so_far": words.so_far(task) if task.done else "",
        "left": words.left(task),
        "outcome": words.outcome(task) if task.state == task.State.DONE else "",
        "back": words.back(task),
        "may_cancel": task.is_under_way and is_writer(user, task.project_id),
        "may_begin": task.state in BEGUN_AGAIN and _may_begin(user, task),
    }
