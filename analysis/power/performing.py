"""Simulation of the requested designs in a worker."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from analysis.data.criteria import batch_facts
from analysis.data.facts import Facts
from analysis.data.ratings import batch_frame
from analysis.data.units import Units, make_units
from analysis.power.design import Design, Effects, TooFarError
from analysis.power.effects import assumed_effects, estimated_effects
from analysis.power.expecting import Expectation, expect
from analysis.power.wishes import PowerWish
from core.errors import RateroomError
from hits.models import Batch


def result_of(
    batch: Batch, parameters: Mapping[str, Any], tell: Callable[[int], None]
) -> dict[str, object]:
    """Return a dictionary with the expected results of each design under `rows`. If the chosen
    batch has too few ratings for an estimate, `assumed` in the result is the agreement used
    instead. Raises RateroomError if the distance is too large for the criterion's scale."""
    wish = PowerWish(**parameters["wish"])
    facts = batch_facts(batch.rubric_version.spec)[wish.criterion]
    units = None if wish.like is None else _units_of(facts, wish.like)
    effects = None if units is None else estimated_effects(units, per_page=parameters["per_page"])
    is_assumed = units is not None and effects is None
    people = wish.people if units is None or effects is None else len(units.raters)
    if effects is None:
        effects = assumed_effects(facts, wish.agreement, per_page=parameters["per_page"])
    rows: list[dict[str, Any]] = []
    for number, each in enumerate(parameters["designs"], 1):
        samples = each.get("judge_samples", wish.judge_samples)
        extra = parameters["eligible"] - each["items"] if samples else 0
        design = Design(
            facts,
            each["items"],
            each["annotators"],
            systems=parameters["systems"],
            per_page=parameters["per_page"],
            hits_per_item=parameters["hits_per_item"],
            reference=parameters["reference"],
            people=people,
            judge_samples=samples,
            judged_items=extra,
        )
        row = {**each, **_row(_expected(design, effects, wish.distance))}
        if "judge" in row["widths"] or "judge_samples" not in each:
            rows.append(row)
        tell(number)
    return {"rows": rows, "assumed": wish.agreement if is_assumed else ""}


def _expected(design: Design, effects: Effects, distance: float) -> Expectation:
    try:
        return expect(design, effects, distance)
    except TooFarError:
        raise RateroomError(
            _("The distance is larger than this scale allows."), where=_("Distance")
        ) from None


def _units_of(facts: Facts, number: int) -> Units:
    frame = batch_frame(Batch.objects.get(pk=number), judges=False)
    return make_units(frame.of_criterion(facts.key), facts)


def _row(expectation: Expectation) -> dict[str, Any]:
    widths = {name: [width.value, width.error] for name, width in expectation.widths.items()}
    return {
        "studies": expectation.studies,
        "chance": expectation.chance.value,
        "chance_error": expectation.chance.error,
        "widths": widths,
    }
