"""Pages that list the annotators of a batch or of projects, and the page of one annotator. The
number of queries does not depend on the number of people."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, F, Func, IntegerField, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from core.database.keyset import PER_PAGE, Key, cursor_of, window
from desk.annotators.acts import acts_on, enrolment_of
from desk.annotators.charts import Strip, axis_for, strip
from desk.annotators.figures import Figures
from desk.annotators.forms import view_of
from desk.annotators.person import person_of
from desk.projects import projects_looked_at
from hits.access import batch_for_researcher
from hits.models import Batch, Enrolment
from people.access import is_writer, owns, projects_of, user_of
from quality.annotators.flag_rows import FlagRow, flag_rows
from quality.annotators.listing import (
    FIGURES,
    PROJECT_COLUMNS,
    Listing,
    ListView,
    annotators_of,
    conditions,
    measured,
    project_listing,
)
from quality.measures import measures
from quality.models import AnnotatorFold
from recruiting.ways import way_of

SORTED_BY = ("time", "agreement", "gold", "retest")  # measures with a column in the table


@dataclass(frozen=True)
class AnnotatorRow:
    """A row in the list of a batch's annotators. `time` and `agreement` are small charts."""

    enrolment: Enrolment
    figures: Figures
    flags: Sequence[FlagRow]
    time: Strip | None
    agreement: Strip | None


def batch_listing(batch: Batch, view: ListView) -> Listing:
    """Return a page of the batch's annotators that match `view`, and the number of annotators for
    each filter."""
    numbers = {name: Count("pk", filter=q) for name, q in conditions(batch).items()}
    counts = batch.enrolments.aggregate(**numbers)
    people = annotators_of(batch, view.show)
    if view.name:
        named = Q(pseudonym__istartswith=view.name) | Q(completion_code=view.name)
        people = people.filter(named)
    people = people.annotate(sorted_by=_sorted_by(view))
    keys = [Key("sorted_by", descending=view.descending, nullable=True), Key("pk")]
    page = window(people, keys, view.cursor, size=PER_PAGE)
    fold = AnnotatorFold.objects.filter(batch=batch).first()
    typical = fold.typical if fold else {}
    rows = [_row(enrolment, typical) for enrolment in page.rows]
    return Listing(rows, counts, page, fold)


def _sorted_by(view: ListView) -> object:
    expressions: dict[str, object] = {
        "name": F("pseudonym"),
        "hits": F("submitted"),
        "flags": Func(
            F(f"{FIGURES}__flags"), function="jsonb_array_length", output_field=IntegerField()
        ),
    }
    return expressions.get(view.order) or measured(view.order, "value")


def _row(enrolment: Enrolment, typical: Mapping[str, Mapping[str, float]]) -> AnnotatorRow:
    figures = Figures.of(enrolment)
    drawn = {
        name: strip(
            axis_for(measures()[name].unit, typical.get(name)),
            figures.measures.get(name, {}),
            typical.get(name),
        )
        for name in ("time", "agreement")
    }
    return AnnotatorRow(enrolment, figures, flag_rows(figures.flags), **drawn)


BATCH_COLUMNS = frozenset({"name", "hits", "flags", *SORTED_BY})


def batch_annotators(request: HttpRequest, frame: dict[str, object], pk: int) -> HttpResponse:
    """Show a page of the batch's annotators with their quality. For a draft, redirect to its last
    step."""
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
    """Show the annotators of the chosen projects, with statistics over all batches."""
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
    """Show one annotator of the batch: statistics compared with all annotators, flags, times per
    HIT, other batches in the project, and the possible decisions."""
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
    """Redirect from the former URL of an annotator's page, which did not contain the batch."""
    enrolments = Enrolment.objects.filter(batch__project__in=projects_of(request))
    enrolment = get_object_or_404(enrolments, pk=pk)
    return redirect("admin:annotator", enrolment.batch_id, pk, permanent=True)
