"""The annotators of a batch and of a project, the page of each, and pausing, ending or letting
them go on."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from core.database.keyset import cursor_of
from core.errors import RateroomError
from desk.annotators.forms import HoldForm, view_of
from desk.annotators.person import person_of
from desk.annotators.rows import SORTED_BY, batch_listing
from desk.projects import projects_looked_at
from hits.access import batch_for_researcher
from hits.models import Batch, Enrolment, Suspension
from hits.queue.enrolments import pause_enrolment, readmit_enrolment, stop_enrolment
from hits.queue.suspensions import end_suspension, suspend
from people.access import is_writer, owns, projects_of, user_of
from people.models import User
from quality.annotators.listing import PROJECT_COLUMNS, project_listing
from recruiting.ways import way_of

BATCH_COLUMNS = frozenset({"name", "hits", "flags", *SORTED_BY})


def batch_annotators(request: HttpRequest, frame: dict[str, object], pk: int) -> HttpResponse:
    """The people who work in the batch and their quality, a page at a time; a draft has none."""
    batch = batch_for_researcher(user_of(request), pk)
    if batch.state == Batch.State.DRAFT:
        return redirect("admin:batch_step", batch.pk, "publish")
    view = view_of(request.GET, BATCH_COLUMNS)
    context = {
        **frame,
        "title": _("Annotators"),
        "batch": batch,
        "view": view,
        "listing": batch_listing(batch, view),
    }
    return TemplateResponse(request, "desk/annotators/batch.html", context)


def project_annotators(request: HttpRequest, frame: dict[str, object]) -> HttpResponse:
    """The people of the projects looked at, over all their batches, a page at a time."""
    view = view_of(request.GET, PROJECT_COLUMNS)
    context = {
        **frame,
        "title": _("Annotators"),
        "view": view,
        "listing": project_listing(projects_looked_at(request), view),
    }
    return TemplateResponse(request, "desk/annotators/project.html", context)


def annotator_page(
    request: HttpRequest, frame: dict[str, object], pk: int, enrolment: int
) -> HttpResponse:
    """One annotator of the batch: figures beside all, flags, the course of their HITs, their other
    batches of the project, and what may be decided."""
    batch = batch_for_researcher(user_of(request), pk)
    person = person_of(batch, _enrolment(batch, enrolment), cursor_of(request.GET))
    context = {
        **frame,
        "title": person.enrolment.pseudonym,
        "batch": batch,
        "person": person,
        "way": way_of(person.enrolment),
        "may_write": is_writer(user_of(request), batch.project_id),
        "may_have_data": owns(user_of(request), batch.project),
        "form": HoldForm(initial={"reason": _("We look at your answers before you go on.")}),
    }
    return TemplateResponse(request, "desk/annotators/person.html", context)


def _enrolment(batch: Batch, pk: int) -> Enrolment:
    enrolments = Enrolment.objects.select_related(
        "annotator", "batch", "annotator_figures", "stopped_by"
    )
    enrolment = enrolments.filter(batch=batch, pk=pk).first()
    if enrolment is None:
        raise Http404
    return enrolment


def annotator_at_old_address(request: HttpRequest, pk: int) -> HttpResponse:
    """To the annotator's page, from the address that named no batch."""
    enrolments = Enrolment.objects.filter(batch__project__in=projects_of(request))
    enrolment = get_object_or_404(enrolments, pk=pk)
    return redirect("admin:annotator", enrolment.batch_id, pk, permanent=True)


@require_POST
def decide(request: HttpRequest, pk: int, enrolment: int) -> HttpResponse:
    """Pause, end or let go on, in the batch or in the project."""
    user = user_of(request)
    batch = batch_for_researcher(user, pk, write=True)
    person = _enrolment(batch, enrolment)
    form = HoldForm(request.POST)
    if not form.is_valid():
        faults = [str(fault) for of_field in form.errors.values() for fault in of_field]
        messages.error(request, " ".join(faults))
    else:
        try:
            _decide(person, form.cleaned_data, user)
        except RateroomError as error:
            messages.error(request, str(error))
        else:
            messages.success(request, _done(person, form.cleaned_data))
    return redirect(reverse("admin:annotator", args=[pk, enrolment]))


def _decide(person: Enrolment, chosen: dict[str, Any], by: User) -> None:
    act, scope = chosen["decision"].split()
    reason, project_id, user_id = chosen["reason"], person.batch.project_id, person.annotator_id
    if scope == "batch" and act == "resume":
        readmit_enrolment(enrolment_id=person.pk, by=by)
    elif scope == "batch":
        hold = pause_enrolment if act == "pause" else stop_enrolment
        hold(enrolment_id=person.pk, reason=reason, by=by)
    elif act == "resume":
        end_suspension(project_id=project_id, user_id=user_id, by=by)
    else:
        kind = Suspension.Kind.PAUSED if act == "pause" else Suspension.Kind.STOPPED
        suspend(project_id=project_id, user_id=user_id, kind=kind, reason=reason, by=by)


def _done(person: Enrolment, chosen: dict[str, Any]) -> str:
    sentences = {
        "pause batch": _("The part of %(who)s in this batch is paused."),
        "end batch": _("The part of %(who)s in this batch is ended."),
        "resume batch": _("%(who)s may go on in this batch."),
        "pause project": _("%(who)s is paused in all batches of the project."),
        "end project": _("The part of %(who)s is ended in all batches of the project."),
        "resume project": _("%(who)s may work in the project again."),
    }
    return sentences[chosen["decision"]] % {"who": person.pseudonym}
