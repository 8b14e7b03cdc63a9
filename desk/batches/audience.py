"""The pages for a project's pool and for a batch's allowed and blocked people. People are entered
as user names or email addresses, one per line."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.database.keyset import LATEST_FIRST, Key, cursor_of, window
from hits.access import batch_for_researcher
from hits.batches.expected import PeopleList
from hits.models import Admission
from people.access import project_for_writer, user_of
from people.named import NamedPeople

PER_PAGE = 8
BY_NAME = [Key("user__username"), Key("pk")]


class PeopleForm(forms.Form):
    people = forms.CharField(
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        label=gettext_lazy("User names or email addresses, one per line"),
    )


@dataclass(frozen=True)
class Act:
    """A button below the names: its label, the function that changes the list, and the message to
    show afterwards."""

    label: str
    change: Callable[[NamedPeople], int]
    message: Callable[[int], str]


def pool_page(request: HttpRequest, frame: dict[str, Any], pk: int) -> HttpResponse:
    """Show the project's pool, and the form to add or remove people."""
    project = project_for_writer(user_of(request), pk)
    pool, by = PeopleList(project), user_of(request)
    acts = {
        "add": Act(_("Add to the pool"), partial(pool.put, by=by), _people_added),
        "remove": Act(_("Remove"), pool.take_off, _people_removed),
    }
    context = {
        "title": _("Project pool"),
        "intro": _(
            "People in the pool can work on the project’s batches that are open to the pool. "
            "They cannot see anything else in the project. Anyone you remove can finish their "
            "HIT in progress."
        ),
        "back": reverse("admin:project_settings", args=[pk]),
        "back_to": project.name,
    }
    members = project.pool.select_related("user", "added_by")
    return _people_page(request, acts, members, frame | context | {"list": pool})


def audience_page(request: HttpRequest, frame: dict[str, Any], pk: int) -> HttpResponse:
    """Show the people who are allowed or blocked by name in a batch, and the form to change the
    list."""
    batch = batch_for_researcher(user_of(request), pk, write=True)
    listed, by = PeopleList(batch.project, batch), user_of(request)
    admitted, refused = Admission.Verdict.ADMITTED, Admission.Verdict.REFUSED
    acts = {
        "admit": Act(_("Allow"), partial(listed.put, verdict=admitted, by=by), _people_added),
        "refuse": Act(_("Block"), partial(listed.put, verdict=refused, by=by), _people_added),
        "forget": Act(_("Remove"), listed.take_off, _people_removed),
    }
    context = {
        "title": _("Allowed and blocked people"),
        "intro": _(
            "Allowed people can work on the batch even if they are not in its audience. "
            "Blocked people get no more HITs, but can submit a HIT in progress and see its "
            "status."
        ),
        "back": reverse("admin:batch_settings", args=[pk]),
        "back_to": batch.title,
        "verdicts": True,
    }
    rows = batch.admissions.select_related("user", "decided_by")
    return _people_page(request, acts, rows, frame | context | {"list": listed})


def _people_page(
    request: HttpRequest, acts: Mapping[str, Act], rows: QuerySet[Any], context: dict[str, Any]
) -> HttpResponse:
    """Show the form and the list. After a POST, apply the chosen action to the people in the usable
    lines. The other lines stay in the form with their problems."""
    people: PeopleList = context["list"]
    form = PeopleForm(request.POST or None)
    act = acts.get(request.POST.get("action", ""))
    if act and form.is_valid():
        named = people.find(form.cleaned_data["people"])
        if named.users or named.strangers:
            messages.success(request, act.message(act.change(named)))
        if not named.problems:
            return redirect(request.path)
        form = PeopleForm({"people": "\n".join(named.unusable)})
        for problem in named.problems:
            form.add_error("people", problem)
    page = {
        "form": form,
        "acts": [(name, act.label) for name, act in acts.items()],
        "number": rows.count(),
        "expected": window(
            people.expected, LATEST_FIRST, cursor_of(request.GET, "expected_"), size=PER_PAGE
        ),
        "window": window(rows, BY_NAME, cursor_of(request.GET), size=PER_PAGE),
    }
    return TemplateResponse(request, "desk/batches/people.html", context | page)


def _people_added(number: int) -> str:
    return ngettext("%(number)d person added.", "%(number)d people added.", number) % {
        "number": number
    }


def _people_removed(number: int) -> str:
    return ngettext("%(number)d person removed.", "%(number)d people removed.", number) % {
        "number": number
    }
