"""The page to archive, restore or delete an object. It lists the data to be deleted, or says why
the object cannot be deleted."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from desk.refusals import refusals_shown
from hits.access import batch_for_researcher
from hits.archive import (
    Kept,
    archive,
    delete,
    take_from_archive,
    what_goes,
    why_not_archived,
    why_not_deleted,
)
from hits.background.asking import ask_for_deletion, is_long_deletion
from hits.models import Batch
from people.access import project_for_owner, user_of
from people.models import User
from stimuli.access import dataset_for_researcher
from stimuli.models import Dataset


def put_away(request: HttpRequest, frame: dict[str, object], kind: str, pk: int) -> HttpResponse:
    """Show the page to archive, restore or delete an object. A POST performs the chosen action. For
    a project, the user must be an owner."""
    door = DOORS.get(kind)
    if door is None:
        raise Http404
    row = door(user_of(request), pk)
    if request.method == "POST":
        return _act(request, kind, row)
    context = {
        **frame,
        "title": _("Archive or delete"),
        "row": row,
        "goes": what_goes(row),
        "why_not_archived": "" if row.archived_at else why_not_archived(row),
        "why_not_deleted": why_not_deleted(row),
        "back": _page_of(row),
    }
    return TemplateResponse(request, "desk/put_away.html", context)


def _act(request: HttpRequest, kind: str, row: Kept) -> HttpResponse:
    action, by = request.POST.get("action"), user_of(request)
    with refusals_shown(request):
        if action == "archive" and archive(row=row, by=by):
            messages.success(request, _("Archived"))
        elif action == "bring_back" and take_from_archive(row=row, by=by):
            messages.success(request, _("Restored from the archive"))
        elif action == "delete" and isinstance(row, Dataset) and is_long_deletion(row):
            return redirect("admin:task", ask_for_deletion(dataset=row, by=by).pk)
        elif action == "delete" and delete(row=row, by=by):
            messages.success(request, _("“%(name)s” deleted.") % {"name": row})
            return redirect(_list_of(row))
    return redirect("admin:put_away", kind, row.pk)


def _dataset(user: User, pk: int) -> Dataset:
    return dataset_for_researcher(user, pk, write=True)


def _batch(user: User, pk: int) -> Batch:
    return batch_for_researcher(user, pk, write=True)


DOORS: dict[str, Callable[[User, int], Kept]] = {
    "batch": _batch,
    "dataset": _dataset,
    "project": project_for_owner,
}


def _page_of(row: Kept) -> str:
    if isinstance(row, Batch):
        return reverse("admin:batch_settings", args=[row.pk])
    if isinstance(row, Dataset):
        return reverse("admin:dataset", args=[row.pk])
    return reverse("admin:project", args=[row.pk])


def _list_of(row: Kept) -> str:
    if isinstance(row, Batch):
        return reverse("admin:batches")
    if isinstance(row, Dataset):
        return reverse("admin:datasets")
    return reverse("admin:projects")
