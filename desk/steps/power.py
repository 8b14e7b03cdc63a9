"""The power and precision to expect from a batch's design and from similar designs. For a published
batch, only designs that the batch can still be extended to are included."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import zip_longest
from typing import Any

from django import forms
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from analysis.power.asking import batches_like, criteria_of, has_changed, parameters_of, power_tasks
from analysis.power.wishes import PowerWish
from core.errors import RateroomError
from hits.models import BackgroundTask, Batch

LEFT, RIGHT = 11.0, 94.0  # percent of the width of the chart
TOP, BASE = 8, 120  # pixels from the top: 100 % and 0 %
MOST_LIKE = 20  # batches to choose from
WIDTHS = ("mean", "judge", "difference", "alpha")
AGREEMENT = (
    ("low", _("Low (alpha about 0.2)")),
    ("moderate", _("Moderate (alpha about 0.4)")),
    ("high", _("High (alpha about 0.6)")),
)

Context = dict[str, Any]


class PowerForm(forms.Form):
    """The form for the difference to detect, and for assumptions about people, the judge and the
    budget."""

    criterion = forms.ChoiceField(label=_("Criterion"))
    distance = forms.FloatField(
        label=_("Distance"),
        min_value=1e-6,
        widget=forms.TextInput(attrs={"inputmode": "decimal"}),
        help_text=_(
            "The difference between two systems that you want to detect, on the scale of the "
            "criterion. For preferences: share of wins minus share of losses. For rankings: "
            "number of ranks."
        ),
    )
    agreement = forms.ChoiceField(label=_("Agreement between people"))
    judge_samples = forms.IntegerField(
        label=_("Judge samples per output"), min_value=0, max_value=20, required=False
    )
    budget = forms.FloatField(
        label=_("Budget"),
        min_value=0.01,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "decimal"}),
    )

    def __init__(self, batch: Batch, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: Context = self.fields
        fields["criterion"].choices = [(facts.key, facts.title) for facts in criteria_of(batch)]
        others = batches_like(batch).exclude(pk=batch.pk)[:MOST_LIKE]
        like = [(str(each.pk), each.title) for each in others]
        own = (
            []
            if batch.state == Batch.State.DRAFT
            else [(str(batch.pk), _("Same as in this batch so far"))]
        )
        fields["agreement"].choices = [*own, *AGREEMENT, (_("Earlier batches"), like)]

    def wish(self) -> PowerWish:
        sent = self.cleaned_data
        like = int(sent["agreement"]) if sent["agreement"].isdecimal() else None
        return PowerWish(
            sent["criterion"],
            sent["distance"],
            agreement="moderate" if like else sent["agreement"],
            like=like,
            judge_samples=sent["judge_samples"] or 0,
            budget=sent["budget"],
        )


def first_form(batch: Batch, task: BackgroundTask | None) -> PowerForm:
    if task is None:
        is_draft = batch.state == Batch.State.DRAFT
        samples = batch.judge_runs.aggregate(most=Max("samples", default=0))["most"]
        agreement = "moderate" if is_draft else str(batch.pk)
        return PowerForm(batch, initial={"agreement": agreement, "judge_samples": samples})
    wish = PowerWish(**task.parameters["wish"])
    initial = {**task.parameters["wish"], "agreement": str(wish.like or wish.agreement)}
    return PowerForm(batch, initial=initial)


@dataclass(frozen=True)
class Row:
    """A design with its cost, its power (`chance`) in per cent, and the half-widths of its
    intervals."""

    annotators: int
    items: int
    samples: int  # samples of a judge
    cost: Decimal | None
    chance: float
    error: float
    halves: Sequence[float | None]
    is_own: bool
    has_more_samples: bool
    is_best: bool
    is_choice: bool  # the best for the budget


@dataclass(frozen=True)
class Point:
    """A design's point in a chart. `before` is the point where the line to it starts, or None if no
    line leads to it."""

    x: str
    y: int
    before: "Point | None"
    label: str
    radius: int


def power_context(batch: Batch) -> Context:
    """Return the template variables with the latest simulation task. If the task is done, they
    include its rows, the names of the interval widths, and charts by cost."""
    task = power_tasks(batch).first()
    context: Context = {"task": task}
    if task is None or task.state != BackgroundTask.State.DONE:
        return context
    try:
        now = parameters_of(batch, PowerWish(**task.parameters["wish"]))
    except RateroomError:  # the question has changed since, and the form must ask it again
        return {"task": None}
    own = (now["annotators"], now["items"])
    stored = task.result["rows"]
    widths = [name for name in WIDTHS if any(name in each["widths"] for each in stored)]
    choice = _best_for(stored, task.parameters["wish"].get("budget"))
    samples = task.parameters["wish"]["judge_samples"]
    rows = [_row(own, samples, each, stored, widths, is_choice=each is choice) for each in stored]
    return {
        **context,
        "has_changed": has_changed(task, now),
        "assumed": dict(AGREEMENT).get(task.result.get("assumed", "")),
        "rows": rows,
        "widths": widths,
        "charts": list(_charts(rows, widths)),
        "lacks_price": any(row.cost is None for row in rows),
        "studies": min((each["studies"] for each in stored), default=0),
    }


def _best_for(
    stored: Sequence[Mapping[str, Any]], budget: float | None
) -> Mapping[str, Any] | None:
    """Return the design with the highest power that the budget allows. Of designs with the same
    power, return the most precise. Return None if the budget allows no design."""
    within = [each for each in _of_people(stored) if budget and Decimal(each["cost"]) <= budget]
    return max(within, key=lambda each: (each["chance"], -_width(each)), default=None)


def _of_people(stored: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the designs that have no additional judge samples."""
    return [each for each in stored if "judge_samples" not in each]


def _width(stored: Mapping[str, Any]) -> float:
    return float(stored["widths"].get("difference", [0.0])[0])


def _row(
    own: tuple[int, int],
    samples: int,
    stored: Mapping[str, Any],
    others: Sequence[Mapping[str, Any]],
    widths: Sequence[str],
    *,
    is_choice: bool,
) -> Row:
    cost = None if stored["cost"] is None else Decimal(stored["cost"])
    has_more = "judge_samples" in stored
    best = max(
        other["chance"]
        for other in _of_people(others)
        if cost is None or Decimal(other["cost"]) <= cost
    )
    return Row(
        stored["annotators"],
        stored["items"],
        stored.get("judge_samples", samples),
        cost,
        100 * stored["chance"],
        100 * stored["chance_error"],
        [stored["widths"][name][0] / 2 if name in stored["widths"] else None for name in widths],
        is_own=own == (stored["annotators"], stored["items"]) and not has_more,
        has_more_samples=has_more,
        is_best=stored["chance"] == best and not has_more,
        is_choice=is_choice,
    )


@dataclass(frozen=True)
class Chart:
    """A chart of designs by cost, from 0 to `most`. `grid` contains the heights and labels of the
    horizontal lines. `of_samples` are the points of designs with more judge samples."""

    name: str
    most: Decimal
    grid: Sequence[tuple[int, float]]
    points: Sequence[Point]
    of_samples: Sequence[Point] = ()


def _charts(rows: Sequence[Row], widths: Sequence[str]) -> Iterator[Chart]:
    people = [row for row in rows if not row.has_more_samples]
    chances = [(_y(share / 100), float(share)) for share in (0, 50, 80, 100)]
    heights, most = [(row, row.chance / 100) for row in people], _most(people)
    yield Chart("chance", most, chances, list(_points(heights, most)))
    by_people = [name for name in ("difference", "mean") if name in widths]
    for name in by_people[:1]:
        yield _of_widths(name, people, widths.index(name))
    if "judge" in widths:
        yield _of_widths("judge", rows, widths.index("judge"))


def _most(rows: Sequence[Row]) -> Decimal:
    return max((row.cost for row in rows if row.cost), default=Decimal(0))


def _of_widths(name: str, rows: Sequence[Row], place: int) -> Chart:
    halves = [(row, half) for row in rows if (half := row.halves[place]) is not None]
    widest = max(half for _row, half in halves) or 1.0
    grid = [(_y(share), share * widest) for share in (0.0, 0.5, 1.0)]
    heights = [(row, half / widest) for row, half in halves if row.cost is not None]
    of_people = [each for each in heights if not each[0].has_more_samples]
    of_samples = [each for each in heights if each[0].has_more_samples or each[0].is_own]
    more = of_samples if len(of_people) < len(heights) else []
    most = _most(rows)
    return Chart(name, most, grid, list(_points(of_people, most)), list(_points(more, most)))


def _points(heights: Sequence[tuple[Row, float]], most: Decimal) -> Iterator[Point]:
    before: Point | None = None
    for (row, height), after in zip_longest(heights, heights[1:]):
        is_last = after is None or after[0].annotators != row.annotators
        x = f"{LEFT + (RIGHT - LEFT) * float((row.cost or 0) / (most or 1)):.2f}%"
        label = str(row.samples if row.has_more_samples else row.annotators) if is_last else ""
        point = Point(x, _y(height), before, label, 6 if row.is_own else 3)
        yield point
        before = None if is_last else point


def _y(share: float) -> int:
    return round(BASE - (BASE - TOP) * share)
