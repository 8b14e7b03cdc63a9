"""The annotators of a batch and of a project, and the page of each."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from core.database.keyset import cursor_of
from desk.annotators.acts import acts_on, enrolment_of
from desk.annotators.forms import view_of
from desk.annotators.person import person_of
from desk.annotators.rows import SORTED_BY, batch_listing
from desk.projects import projects_looked_at
from hits.access import batch_for_researcher
from hits.models import Batch, Enrolment
from people.access import is_writer, owns, projects_of, user_of
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
    may_write = is_writer(user_of(request), batch.project_id)
    person = person_of(batch, enrolment_of(batch, enrolment), cursor_of(request.GET))
    context = {
        **frame,
        "title": person.enrolment.pseudonym,
        "batch": batch,
        "person": person,
        "way": way_of(person.enrolment),
        "may_write": may_write,
        "acts": acts_on(person.enrolment, person.hold) if may_write else [],
        "may_have_data": owns(user_of(request), batch.project),
    }
    return TemplateResponse(request, "desk/annotators/person.html", context)


def annotator_at_old_address(request: HttpRequest, pk: int) -> HttpResponse:
    """To the annotator's page, from the address that named no batch."""
    enrolments = Enrolment.objects.filter(batch__project__in=projects_of(request))
    enrolment = get_object_or_404(enrolments, pk=pk)
    return redirect("admin:annotator", enrolment.batch_id, pk, permanent=True)
