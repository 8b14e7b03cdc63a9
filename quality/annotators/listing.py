"""Lists of the annotators of a batch or of projects. The number of SQL statements does not depend
on the number of annotators."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Any
from urllib.parse import urlencode

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Count, F, FloatField, Func, IntegerField, Max, Q, QuerySet, Sum
from django.db.models.fields.json import KeyTextTransform, KeyTransform
from django.db.models.functions import Cast, Coalesce

from core.database.keyset import PER_PAGE, Cursor, Key, Window, window
from hits.models import Batch, Enrolment, Suspension
from people.models import Project
from quality.annotators.words import interval_in_words
from quality.figures import wilson
from quality.models import AnnotatorFold

SHOWN = {"all", "flagged", "held", "few", "idle"}
IDLE = Q(submitted=0, status=Enrolment.Status.ACTIVE)  # enrolled, but nothing submitted
FEW = 20  # HITs
FIGURES = "annotator_figures"


PROJECT_COLUMNS = frozenset({"hits", "batches", "gold", "retest", "flags"})


@dataclass(frozen=True)
class ListView:
    """The list's parameters in the URL: the sort column and direction, the filter, the searched
    name, and the last person of the previous page. Unknown values are ignored."""

    order: str = "hits"
    descending: bool = True
    show: str = "all"
    name: str = ""
    cursor: Cursor | None = None

    @property
    def kept(self) -> str:
        """Return the query string of this view without the page. It ends with "&", so that a
        parameter can be appended, or is ""."""
        order = f"-{self.order}" if self.descending else self.order
        chosen = {"show": self.show, "order": order, "name": self.name}
        start = {"show": "all", "order": "-hits", "name": ""}
        query = urlencode({name: value for name, value in chosen.items() if value != start[name]})
        return query and f"{query}&"

    def address(self) -> str:
        return "?" + self.kept.removesuffix("&")

    def sorted_by(self, column: str) -> str:
        """Return the URL of this view sorted by `column`, in descending order. If it is already
        sorted in this way, the URL's order is ascending."""
        descending = self.order != column or not self.descending
        return replace(self, order=column, descending=descending).address()

    def showing(self, show: str) -> str:
        return replace(self, show=show).address()


@dataclass(frozen=True)
class Listing:
    """One page of a list of annotators. `counts` is the number of people for each filter. `fold` is
    the latest computed statistics, or None if they have not been computed yet."""

    rows: Sequence[Any]
    counts: Mapping[str, int]
    window: Window
    fold: AnnotatorFold | None = None


def annotators_of(batch: Batch, show: str) -> QuerySet[Enrolment]:
    """Return the batch's annotators for the filter `show`, one of SHOWN, with their statistics."""
    return batch.enrolments.filter(conditions(batch)[show]).select_related(FIGURES)


def conditions(batch: Batch) -> dict[str, Q]:
    suspended = Suspension.objects.filter(project=batch.project_id).values("user")
    flagged = Q(annotator_figures__isnull=False) & ~Q(annotator_figures__flags=[])
    return {
        "all": ~IDLE,
        "flagged": ~IDLE & flagged,
        "few": ~IDLE & Q(submitted__lt=FEW),
        "idle": IDLE,
        "held": ~IDLE & (~Q(status=Enrolment.Status.ACTIVE) | Q(annotator__in=suspended)),
    }


def measured(measure: str, part: str) -> Cast:
    """Return an expression for enrolment queries: the number `part` of the stored measure
    `measure`."""
    of_measure = KeyTransform(measure, f"{FIGURES}__measures")
    return Cast(KeyTextTransform(part, of_measure), FloatField())


@dataclass(frozen=True)
class PersonRow:
    """A row in the list of annotators: one person in one project, with sums over the project's
    batches. `latest` is the id of the person's latest enrolment, and `batch` the id of its
    batch."""

    pseudonyms: Sequence[str]
    latest: int
    batch: int
    project: str
    batches: int
    hits: int
    gold: "Part"
    retest: "Part"
    flags: int
    hold: str


@dataclass(frozen=True)
class Part:
    """A count out of a total. Its share has a 95 % interval by Wilson's method."""

    part: int
    whole: int

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.part, self.whole)

    @property
    def interval_in_words(self) -> str:
        return interval_in_words("share", *self.interval)


def project_listing(projects: QuerySet[Project], view: ListView) -> Listing:
    """Return a page of the annotators in these projects. Each row is one person in one project,
    with sums over the project's batches."""
    parts = Enrolment.objects.filter(batch__project__in=projects, submitted__gt=0)
    if view.name:
        named = Enrolment.objects.filter(pseudonym__istartswith=view.name)
        parts = parts.filter(annotator__in=named.values("annotator"))
    # The person after whom the page starts is a sum over their own participations only.
    beyond = Enrolment.objects.filter(pk=view.cursor.number if view.cursor else 0)
    of_one = parts.filter(annotator__in=beyond.values("annotator"))
    keys = [
        Key("sorted_by", descending=view.descending, nullable=True),
        Key("latest", descending=True),
    ]
    page = window(
        _people(parts, view),
        keys,
        view.cursor,
        size=PER_PAGE,
        number=itemgetter("latest"),
        among=_people(of_one, view),
    )
    return Listing(_person_rows(parts, page.rows), {}, page)


def _people(parts: QuerySet[Enrolment], view: ListView) -> QuerySet[Any]:
    """Return the latest enrolment of each person in each project, with the value of the sort column
    as `sorted_by`. The other sums are not computed here, because a page shows only a few of
    possibly thousands of people."""
    sums = _sums()
    orders: dict[str, object] = {
        "flags": sums["flags"],
        "batches": sums["batches"],
        "gold": sums["gold_part"] / Func(sums["gold_n"], 0.0, function="nullif"),
        "retest": sums["retest_part"] / Func(sums["retest_n"], 0.0, function="nullif"),
    }
    people = parts.order_by().values("annotator", "batch__project").annotate(latest=Max("pk"))
    if view.show == "flagged":
        people = people.annotate(flags=sums["flags"]).filter(flags__gt=0)
    return people.annotate(sorted_by=orders.get(view.order, sums["hits"]))


def _sums() -> dict[str, Any]:
    flags = Func(F(f"{FIGURES}__flags"), function="jsonb_array_length", output_field=IntegerField())
    return {
        "batches": Count("pk"),
        "hits": Sum("submitted"),
        "pseudonyms": ArrayAgg("pseudonym", order_by="-pk"),
        "flags": Coalesce(Sum(flags), 0),
        **{
            f"{name}_{part}": Coalesce(Sum(measured(name, part)), 0.0)
            for name in ("gold", "retest")
            for part in ("part", "n")
        },
    }


def _person_rows(
    parts: QuerySet[Enrolment], values: Sequence[Mapping[str, Any]]
) -> list[PersonRow]:
    """Return the rows for the people in `values`, in the same order. Each value has a person, a
    project and the person's latest enrolment."""
    annotators = [row["annotator"] for row in values]
    theirs = parts.filter(annotator__in=annotators).order_by()
    by_person = theirs.values("annotator", "batch__project", "batch__project__name")
    sums = {(row["annotator"], row["batch__project"]): row for row in by_person.annotate(**_sums())}
    batches = dict(
        Enrolment.objects.filter(pk__in=[row["latest"] for row in values]).values_list(
            "pk", "batch"
        )
    )
    suspensions = Suspension.objects.filter(user__in=annotators)
    holds = {(each.project_id, each.user_id): each.kind for each in suspensions}
    return [
        _person_row(
            sums[row["annotator"], row["batch__project"]],
            latest=row["latest"],
            batch=batches[row["latest"]],
            hold=holds.get((row["batch__project"], row["annotator"]), ""),
        )
        for row in values
    ]


def _person_row(sums: Mapping[str, Any], *, latest: int, batch: int, hold: str) -> PersonRow:
    return PersonRow(
        sums["pseudonyms"],
        latest,
        batch,
        sums["batch__project__name"],
        sums["batches"],
        sums["hits"],
        Part(round(sums["gold_part"]), round(sums["gold_n"])),
        Part(round(sums["retest_part"]), round(sums["retest_n"])),
        sums["flags"],
        hold,
    )
