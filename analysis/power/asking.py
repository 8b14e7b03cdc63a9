"""Asking for the power and precision of a batch's design and of designs near it: simulated by a
worker, once for each set of choices."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from analysis.comparison.results import ComparisonSettings
from analysis.data.criteria import batch_facts
from analysis.data.facts import Facts
from analysis.power.wishes import PowerWish
from analysis.report.content import content_key
from core.errors import RateroomError
from hits.background.asking import ask_for_task, digest_of
from hits.background.performing import gone
from hits.batches.cost_preview import OFFERED, CostPreview, cost_of, cost_preview, fee_by_rule
from hits.models import BackgroundTask, Batch
from people.models import User

SETTINGS = ComparisonSettings()
VERSION = 2  # of the simulation: results of another one are computed again
FEWEST_ITEMS = 5
Kind = BackgroundTask.Kind


def criteria_of(batch: Batch) -> list[Facts]:
    """Return the criteria whose systems a report compares."""
    facts = batch_facts(batch.rubric_version.spec).values()
    return [each for each in facts if each.preference or each.level != "nominal"]


def batches_like(batch: Batch) -> QuerySet[Batch]:
    """Return the published batches of the project by the same rubric, the latest first."""
    published = Batch.objects.filter(project=batch.project_id).exclude(state=Batch.State.DRAFT)
    return published.filter(rubric_version__rubric=batch.rubric_version.rubric_id).order_by("-pk")


def power_tasks(batch: Batch) -> QuerySet[BackgroundTask]:
    """Return what was asked for of the batch, the latest first."""
    return BackgroundTask.objects.filter(kind=Kind.POWER, subject_id=batch.pk).order_by("-pk")


def ask_for_power(*, batch: Batch, wish: PowerWish, by: User) -> BackgroundTask:
    """Return the task that simulates it, done if the same was asked for before. Raises
    RateroomError."""
    parameters = parameters_of(batch, wish)
    same = power_tasks(batch).filter(parameters_sha256=digest_of(parameters))
    if done := same.filter(state=BackgroundTask.State.DONE).first():
        return done
    return ask_for_task(
        kind=Kind.POWER,
        subject=batch,
        by=by,
        parameters=parameters,
        total=len(parameters["designs"]),
    )


def has_changed(task: BackgroundTask, now: Mapping[str, Any]) -> bool:
    """Return whether the draft is another one than the task was asked for: other numbers of items
    and annotators alone are designs of the same."""
    before, same = task.parameters, {"items", "designs"}
    costs = [
        {(each["items"], each["annotators"]): each["cost"] for each in parameters["designs"]}
        for parameters in (before, now)
    ]
    return any(before[name] != now[name] for name in now.keys() - same) or any(
        costs[0][design] != costs[1][design] for design in costs[0].keys() & costs[1].keys()
    )


def parameters_of(batch: Batch, wish: PowerWish) -> dict[str, Any]:
    """Return all that a result follows from: the wish, the design, costs, and the ratings of the
    batch that people agree as in. Raises RateroomError."""
    facts = next((each for each in criteria_of(batch) if each.key == wish.criterion), None)
    if facts is None:
        raise RateroomError(
            _("A report compares no systems by this criterion."), where=_("Criterion")
        )
    if wish.judge_samples and (facts.preference or facts.ranking):
        raise RateroomError(
            _("Preferences and rankings are simulated without a judge."),
            where=_("Judge samples per output"),
            remedy=_("Enter 0."),
        )
    systems = batch.systems.count()
    if systems < 2:
        raise RateroomError(_("There are no two systems to compare."), where=_("Systems"))
    ratings = None if wish.like is None else content_key([_like(batch, wish.like)], SETTINGS)
    preview = cost_preview(batch)
    return {
        "version": VERSION,
        "wish": asdict(wish),
        "ratings": ratings,
        "systems": systems,
        "per_page": batch.rubric_version.spec.outputs.per_page,
        "hits_per_item": preview.per_item,
        "reference": batch.pairing == Batch.Pairing.REFERENCE,
        "eligible": preview.eligible,
        "items": preview.readings[0].reading.count,
        "designs": list(_designs(batch, preview)),
    }


def _like(batch: Batch, number: int) -> Batch:
    like = batches_like(batch).filter(pk=number).first()
    if like is None:
        raise RateroomError(
            _("There is no published batch %(number)s by this rubric.") % {"number": number},
            where=_("Agreement between people"),
        )
    return like


def _designs(batch: Batch, preview: CostPreview) -> Iterator[dict[str, object]]:
    """Yield numbers of items and annotators about the batch's own, with what they cost."""
    items, eligible = preview.readings[0].reading.count, preview.eligible
    near = {min(eligible, number) for number in (items // 2, items, 2 * items, eligible)}
    for annotators in sorted({*OFFERED, batch.annotators_per_hit}):
        for number in sorted(each for each in near if each >= FEWEST_ITEMS):
            cost = cost_of(
                batch,
                items=number,
                per_item=preview.per_item,
                fee=fee_by_rule(batch, annotators),
                annotators=annotators,
            )
            yield {"items": number, "annotators": annotators, "cost": str(cost.total)}


def perform_power(task: BackgroundTask, tell: Callable[[int], None]) -> dict[str, object]:
    """Simulate the designs of the task."""
    from analysis.power.performing import rows_of  # loads NumPy

    batch = Batch.objects.select_related("rubric_version").filter(pk=task.subject_id).first()
    if batch is None:
        raise gone(task)
    return {"rows": rows_of(batch, task.parameters, tell)}
