"""The page with search results from the projects that the user can see."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Max, Q
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.database.whole_numbers import whole_number
from desk.projects import projects_shown
from hits.models import Batch, Enrolment
from people.models import Project
from stimuli.models import Item
from surveys.models import Rubric

MOST = 10  # results of each kind
LONGEST = 200


@dataclass(frozen=True)
class Match:
    """A search result. `within` is the name of its context: a batch, a dataset or a state."""

    name: str
    address: str
    within: str
    project: str


def find(request: HttpRequest, frame: dict[str, object]) -> TemplateResponse:
    """Show the search results. Batches and rubrics match by a part of their name, and batches also
    by number. Items match by their whole id, and annotators by their whole pseudonym."""
    text = request.GET.get("q", "").replace("\0", "").strip()[:LONGEST]
    projects = projects_shown(request)
    kinds: list[tuple[str | Promise, list[Match]]] = [
        (gettext_lazy("Batches"), list(_batches(projects, text))),
        (gettext_lazy("Items"), list(_items(projects, text))),
        (gettext_lazy("Annotators"), list(_people(projects, text))),
        (gettext_lazy("Rubrics"), list(_rubrics(projects, text))),
    ]
    context = {
        **frame,
        "title": _("Search"),
        "text": text,
        "kinds": [(word, matches) for word, matches in kinds if text and matches],
    }
    return TemplateResponse(request, "desk/finding/page.html", context)


def _batches(projects: Sequence[Project], text: str) -> Iterator[Match]:
    number = whole_number(text)
    named = Q(title__icontains=text) if number is None else Q(title__icontains=text) | Q(pk=number)
    rows = Batch.objects.filter(named, project__in=projects).select_related("project")
    for batch in rows.order_by("-pk")[:MOST]:
        address = reverse("admin:batch_running", args=[batch.pk])
        yield Match(batch.title, address, batch.get_state_display(), batch.project.name)


def _items(projects: Sequence[Project], text: str) -> Iterator[Match]:
    """Yield the items with the id `text`. The index `item_id_once` is searched once per dataset."""
    rows = Item.objects.filter(dataset__project__in=projects, external_id=text)
    for item in rows.select_related("dataset__project").order_by("-dataset")[:MOST]:
        address = reverse("admin:dataset", args=[item.dataset_id])
        yield Match(item.external_id, address, item.dataset.name, item.dataset.project.name)


def _people(projects: Sequence[Project], text: str) -> Iterator[Match]:
    """Yield the annotators with the pseudonym `text`. The index `enrolment_pseudonym_once` is
    searched once per batch."""
    rows = Enrolment.objects.filter(batch__project__in=projects, pseudonym=text.upper())
    for enrolment in rows.select_related("batch__project").order_by("-batch")[:MOST]:
        batch = enrolment.batch
        address = reverse("admin:annotator", args=[batch.pk, enrolment.pk])
        yield Match(enrolment.pseudonym, address, batch.title, batch.project.name)


def _rubrics(projects: Sequence[Project], text: str) -> Iterator[Match]:
    within = Q(project__in=projects) | Q(project=None)
    rows = (
        Rubric.objects.filter(within, name__icontains=text, versions__isnull=False)
        .select_related("project")
        .annotate(latest=Max("versions"))
    )
    for rubric in rows.order_by("name", "pk")[:MOST]:
        address = reverse("admin:rubric_version", args=[rubric.latest])
        yield Match(rubric.name, address, "", rubric.project.name if rubric.project else "")
