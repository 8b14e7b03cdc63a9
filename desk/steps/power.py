"""Power and precision of a draft: what its design, and others near it, can be expected to show."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from analysis.power.asking import batches_like, criteria_of, has_changed, parameters_of, power_tasks
from analysis.power.wishes import PowerWish
from core.errors import RateroomError
from hits.models import BackgroundTask, Batch

LEFT, RIGHT = 8.0, 94.0  # per cent of the drawing
TOP, BASE = 8, 120  # pixels from above: of 100 % and 0 %
MOST_LIKE = 20  # batches to choose from
WIDTHS = ("mean", "difference", "alpha", "judge")
AGREEMENT = (
    ("low", _("Low (alpha about 0.2)")),
    ("moderate", _("Moderate (alpha about 0.4)")),
    ("high", _("High (alpha about 0.6)")),
)

Context = dict[str, Any]


class PowerForm(forms.Form):
    """What is asked of the draft's design."""

    criterion = forms.ChoiceField(label=_("Criterion"))
    distance = forms.FloatField(
        label=_("Distance"),
        min_value=1e-6,
        widget=forms.TextInput(attrs={"inputmode": "decimal"}),
        help_text=_(
            "Between two systems, on the scale of the criterion. For preferences: share won less "
            "share lost. For rankings: places."
        ),
    )
    agreement = forms.ChoiceField(label=_("Agreement between people"))
    judge_samples = forms.IntegerField(
        label=_("Judge samples per output"), min_value=0, max_value=20, required=False
    )

    def __init__(self, batch: Batch, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: Context = self.fields
        fields["criterion"].choices = [(facts.key, facts.title) for facts in criteria_of(batch)]
        like = [(str(each.pk), each.title) for each in batches_like(batch)[:MOST_LIKE]]
        fields["agreement"].choices = [*AGREEMENT, (_("As in an earlier batch"), like)]

    def wish(self) -> PowerWish:
        sent = self.cleaned_data
        like = int(sent["agreement"]) if sent["agreement"].isdecimal() else None
        return PowerWish(
            sent["criterion"],
            sent["distance"],
            agreement="moderate" if like else sent["agreement"],
            like=like,
            judge_samples=sent["judge_samples"] or 0,
        )


def first_form(batch: Batch, task: BackgroundTask | None) -> PowerForm:
    if task is None:
        return PowerForm(batch, initial={"agreement": "moderate", "judge_samples": 0})
    wish = PowerWish(**task.parameters["wish"])
    initial = {**task.parameters["wish"], "agreement": str(wish.like or wish.agreement)}
    return PowerForm(batch, initial=initial)


@dataclass(frozen=True)
class Row:
    """A design: its cost, its chance in per cent, and half the widths of its intervals."""

    annotators: int
    items: int
    cost: Decimal
    chance: float
    error: float
    halves: Sequence[float | None]
    is_own: bool
    is_best: bool


@dataclass(frozen=True)
class Point:
    """A design in the drawing, and where the line from the one before it begins."""

    x: str
    y: int
    before: "Point | None"
    label: str
    radius: int


def power_context(batch: Batch) -> Context:
    """Return the latest task and, once it is done, its rows, the names of their widths, and the
    drawing of chance against cost."""
    task = power_tasks(batch).first()
    context: Context = {"task": task}
    if task is None or task.state != BackgroundTask.State.DONE:
        return context
    try:
        now = parameters_of(batch, PowerWish(**task.parameters["wish"]))
    except RateroomError:  # another question by now, which the form has yet to ask
        return {"task": None}
    own = (batch.annotators_per_hit, now["items"])
    stored = task.result["rows"]
    widths = [name for name in WIDTHS if any(name in each["widths"] for each in stored)]
    rows = [_row(own, each, stored, widths) for each in stored]
    studies = min((each["studies"] for each in stored), default=0)
    return {
        **context,
        "has_changed": has_changed(task, now),
        "rows": rows,
        "widths": widths,
        "points": list(_points(rows)),
        "studies": studies,
        "grid": [(_y(share), share) for share in (0, 50, 80, 100)],
        "most": max((row.cost for row in rows), default=0),
    }


def _row(
    own: tuple[int, int],
    stored: Mapping[str, Any],
    others: Sequence[Mapping[str, Any]],
    widths: Sequence[str],
) -> Row:
    cost = Decimal(stored["cost"])
    affordable = [other for other in others if Decimal(other["cost"]) <= cost]
    return Row(
        stored["annotators"],
        stored["items"],
        cost,
        100 * stored["chance"],
        100 * stored["chance_error"],
        [stored["widths"][name][0] / 2 if name in stored["widths"] else None for name in widths],
        is_own=own == (stored["annotators"], stored["items"]),
        is_best=stored["chance"] == max(other["chance"] for other in affordable),
    )


def _points(rows: Sequence[Row]) -> Any:
    most = max((row.cost for row in rows), default=Decimal(0)) or Decimal(1)
    before: Point | None = None
    for row, after in zip(rows, [*rows[1:], None], strict=True):
        is_last = after is None or after.annotators != row.annotators
        x = f"{LEFT + (RIGHT - LEFT) * float(row.cost / most):.2f}%"
        point = Point(
            x,
            _y(row.chance),
            before,
            str(row.annotators) if is_last else "",
            6 if row.is_own else 3,
        )
        yield point
        before = None if is_last else point


def _y(per_cent: float) -> int:
    return round(BASE - (BASE - TOP) * per_cent / 100)
