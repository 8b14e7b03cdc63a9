"""Who may work, in the admin: the pool on a project's page, the list on a batch's; names or
addresses, one a line."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.database.keyset import Key, cursor_of, window
from hits.access import batch_for_researcher
from hits.batches.expected import PeopleList
from hits.models import Admission
from people.access import project_for_writer, user_of
from people.named import NamedPeople

PER_PAGE = 100
MOST_EXPECTED = 500  # of those who have not come yet
BY_NAME = [Key("user__username"), Key("pk")]


class PeopleForm(forms.Form):
    people = forms.CharField(
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        label=gettext_lazy("Account names or addresses, one per line"),
    )


@dataclass(frozen=True)
class Act:
    """A button under the names: what it does with the people, and the sentence about how many that
    changed."""

    label: str
    change: Callable[[NamedPeople], int]
    message: Callable[[int], str]


def pool_page(site: admin.AdminSite, request: HttpRequest, pk: int) -> HttpResponse:
    """The people of a project's pool, and the form that adds and removes them."""
    project = project_for_writer(user_of(request), pk)
    pool, by = PeopleList(project), user_of(request)
    acts = {
        "add": Act(_("Add to the pool"), partial(pool.put, by=by), _people_added),
        "remove": Act(_("Remove from the pool"), pool.take_off, _people_removed),
    }
    context = {
        "title": _("Pool of %(project)s") % {"project": project},
        "intro": _(
            "People of the pool see the project's batches whose audience is the pool, and may work "
            "in them. They see nothing else of the project. "
            "Whoever is removed finishes the HIT in their hands."
        ),
        "back": reverse("admin:people_project_change", args=[pk]),
        "back_to": project.name,
    }
    members = project.pool.select_related("user", "added_by")
    return _people_page(site, request, acts, members, context | {"list": pool})


def audience_page(site: admin.AdminSite, request: HttpRequest, pk: int) -> HttpResponse:
    """Who is admitted to a batch or refused by name, and the form that changes that."""
    if not request.user.is_staff:
        raise PermissionDenied
    batch = batch_for_researcher(request.user, pk, write=True)
    listed, by = PeopleList(batch.project, batch), user_of(request)
    admitted, refused = Admission.Verdict.ADMITTED, Admission.Verdict.REFUSED
    acts = {
        "admit": Act(_("Admit"), partial(listed.put, verdict=admitted, by=by), _people_admitted),
        "refuse": Act(_("Refuse"), partial(listed.put, verdict=refused, by=by), _people_refused),
        "forget": Act(_("Take off the list"), listed.take_off, _people_removed),
    }
    context = {
        "title": _("List of %(batch)s") % {"batch": batch},
        "intro": _(
            "Who is admitted sees the batch and may work in it, whatever its audience. Who is "
            "refused takes no HIT, whatever else lets them in; "
            "they submit what is in their hands and read how it ended."
        ),
        "back": reverse("admin:hits_batch_change", args=[pk]),
        "back_to": batch.title,
        "verdicts": True,
    }
    rows = batch.admissions.select_related("user", "decided_by")
    return _people_page(site, request, acts, rows, context | {"list": listed})


def _people_page(
    site: admin.AdminSite,
    request: HttpRequest,
    acts: Mapping[str, Act],
    rows: QuerySet[Any],
    context: dict[str, Any],
) -> HttpResponse:
    """The form over the list. Lines that cannot be used come back, each with what is wrong; the
    others are done."""
    people: PeopleList = context["list"]
    form = PeopleForm(request.POST or None)
    act = acts.get(request.POST.get("action", ""))
    if act and form.is_valid():
        named = people.find(form.cleaned_data["people"])
        if named.users or named.strangers:
            messages.success(request, act.message(act.change(named)))
        if not named.problems:
            return HttpResponseRedirect(request.path)
        form = PeopleForm({"people": "\n".join(named.unusable)})
        for problem in named.problems:
            form.add_error("people", problem)
    page = {
        "form": form,
        "acts": [(name, act.label) for name, act in acts.items()],
        "number": rows.count(),
        "expected": people.expected[:MOST_EXPECTED],
        "expected_number": people.expected.count(),
        "window": window(rows, BY_NAME, cursor_of(request.GET), size=PER_PAGE),
    }
    return render(
        request, "admin/hits/people.html", {**site.each_context(request), **context, **page}
    )


def _people_added(number: int) -> str:
    return ngettext("%(number)d person is added.", "%(number)d people are added.", number) % {
        "number": number
    }


def _people_removed(number: int) -> str:
    return ngettext("%(number)d person is removed.", "%(number)d people are removed.", number) % {
        "number": number
    }


def _people_admitted(number: int) -> str:
    return ngettext("%(number)d person is admitted.", "%(number)d people are admitted.", number) % {
        "number": number
    }


def _people_refused(number: int) -> str:
    return ngettext("%(number)d person is refused.", "%(number)d people are refused.", number) % {
        "number": number
    }
