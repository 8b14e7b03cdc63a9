"""A task on its way: its page, the part of it that changes, and the buttons."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.defaultfilters import filesizeformat
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from hits.background.asking import begin_again, cancel_task
from hits.models import BackgroundTask
from people.access import is_writer, projects_of, user_of

Kind = BackgroundTask.Kind


@require_safe
def task_page(request: HttpRequest, frame: dict[str, Any], pk: int) -> HttpResponse:
    """What the task is about, how far it is, and what came of it; of a draft's checks its own page
    says that."""
    task = _task(request, pk)
    if task.kind == Kind.PREFLIGHT:
        return redirect("admin:batch_step", task.subject_id, "publish")
    context = {**frame, "title": _("Task"), **_context(request, task)}
    return TemplateResponse(request, "desk/background/task.html", context)


@require_safe
def task_part(request: HttpRequest, pk: int) -> HttpResponse:
    """What changes: the page asks for it again and again."""
    return render(request, "desk/background/_task.html", _context(request, _task(request, pk)))


@require_POST
def act_on_task(request: HttpRequest, pk: int) -> HttpResponse:
    """Cancel a task, or have it begin again."""
    task = _task(request, pk)
    if not is_writer(user_of(request), task.project_id):
        raise PermissionDenied
    if request.POST.get("act") == "cancel":
        done = cancel_task(task=task, by=user_of(request))
    else:
        done = begin_again(task=task, by=user_of(request))
    if not done:
        messages.warning(request, _("It had come to its end, or was begun again, before that."))
    return redirect("admin:task", pk)


def _task(request: HttpRequest, pk: int) -> BackgroundTask:
    tasks = BackgroundTask.objects.filter(project__in=projects_of(request))
    return get_object_or_404(tasks.select_related("project", "created_by", "cancelled_by"), pk=pk)


def _context(request: HttpRequest, task: BackgroundTask) -> dict[str, Any]:
    result = ""
    if task.kind == Kind.SNAPSHOT and "sha256" in task.result:
        result = reverse("admin:snapshot", args=[task.subject_id, task.result["sha256"]])
    return {
        "task": task,
        "result": result,
        "so_far": _so_far(task) if task.done else "",
        "outcome": _outcome(task) if task.state == task.State.DONE else "",
        "back": _back(task),
        "may_write": is_writer(user_of(request), task.project_id),
    }


def _so_far(task: BackgroundTask) -> str:
    if task.kind == Kind.RULE:
        text = ngettext("%(number)s answer so far", "%(number)s answers so far", task.done)
        return text % {"number": number_format(task.done, force_grouping=True)}
    return _("%(size)s so far") % {"size": filesizeformat(task.done)}


def _outcome(task: BackgroundTask) -> str:
    """What a task has done, in a sentence."""
    if task.kind == Kind.SNAPSHOT:
        return _("The snapshot is kept; its address and hash stay as they are.")
    if task.kind == Kind.DELETION:
        return _("%(name)s is deleted.") % {"name": task.subject_name}
    if task.kind == Kind.PREFLIGHT:  # its own page says what it found
        return ""
    number = task.result.get("answers", 0)
    texts = {
        "reject": ngettext("%(number)d answer rejected.", "%(number)d answers rejected.", number),
        "take_back": ngettext(
            "%(number)d answer counts again.", "%(number)d answers count again.", number
        ),
    }
    left_out = ngettext("%(number)d answer left out.", "%(number)d answers left out.", number)
    text = texts.get(task.parameters.get("act", ""), left_out)
    return text % {"number": number}


def _back(task: BackgroundTask) -> str:
    """The page on which such a task is asked for."""
    if task.kind == Kind.SNAPSHOT:
        return reverse("admin:export", args=[task.subject_id])
    if task.kind == Kind.DELETION:
        return reverse("admin:stimuli_dataset_changelist")
    page = "admin:batch_rules" if "declared" in task.parameters else "admin:exclusions"
    return reverse(page, args=[task.subject_id])
