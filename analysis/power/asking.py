"""Requests for the power and precision of a batch's design and of similar designs. A worker
simulates the designs once for each distinct request."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from decimal import Decimal
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
from hits.batches.amendments import AMENDABLE, MOST_HITS, plan_more, reach_of
from hits.batches.cost_preview import OFFERED, cost_of, cost_preview, fee_by_rule
from hits.models import BackgroundTask, Batch
from hits.models.terms.sampling import MOST_ANNOTATORS
from judges.models import JudgeRun
from judges.prompts.prompting import prompts_of
from judges.runs.plan import cost_of as price_of
from judges.runs.plan import estimate, orders_per_hit, planned_count, progress
from people.models import User

SETTINGS = ComparisonSettings()
VERSION = 6  # of the simulation: raise it so that results are computed again
FEWEST_ITEMS = 5
MOST_SAMPLES = 20  # samples per output from one judge
Kind = BackgroundTask.Kind


def criteria_of(batch: Batch) -> list[Facts]:
    """Return the criteria for which a report compares systems."""
    facts = batch_facts(batch.rubric_version.spec).values()
    return [each for each in facts if each.preference or each.level != "nominal"]


def batches_like(batch: Batch) -> QuerySet[Batch]:
    """Return the published batches of the project with the same rubric, latest first."""
    published = Batch.objects.filter(project=batch.project_id).exclude(state=Batch.State.DRAFT)
    return published.filter(rubric_version__rubric=batch.rubric_version.rubric_id).order_by("-pk")


def power_tasks(batch: Batch) -> QuerySet[BackgroundTask]:
    """Return the tasks that compute the power of the batch's design, latest first."""
    return BackgroundTask.objects.filter(kind=Kind.POWER, subject_id=batch.pk).order_by("-pk")


def ask_for_power(*, batch: Batch, wish: PowerWish, by: User) -> BackgroundTask:
    """Return a task that simulates the designs. If the same request was already simulated, return
    its finished task. Raises RateroomError if the power cannot be computed for this request."""
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
    """Return whether the batch has changed since the request. Changes to its numbers of items and
    annotators do not count, because they only select other designs."""
    before, same = task.parameters, {"items", "annotators", "designs"}
    costs = [
        {
            (each["items"], each["annotators"]): each["cost"]
            for each in parameters["designs"]
            if "judge_samples" not in each
        }
        for parameters in (before, now)
    ]
    return any(before[name] != now[name] for name in now.keys() - same) or any(
        costs[0][design] != costs[1][design] for design in costs[0].keys() & costs[1].keys()
    )


def parameters_of(batch: Batch, wish: PowerWish) -> dict[str, Any]:
    """Return everything that determines a result: the question, the design, the costs, and the
    ratings of the batch whose agreement is assumed. Raises RateroomError if the criterion, the
    systems or the samples of the judge do not allow a simulation."""
    facts = next((each for each in criteria_of(batch) if each.key == wish.criterion), None)
    if facts is None:
        raise RateroomError(
            _("Reports do not compare systems by this criterion. Choose a different criterion."),
            where=_("Criterion"),
        )
    if wish.judge_samples and (facts.preference or facts.ranking):
        raise RateroomError(
            _("Leave this field blank. We do not simulate judges for preferences and rankings."),
            where=_("Judge samples per output"),
        )
    systems = batch.systems.count()
    if systems < 2:
        raise RateroomError(_("Choose at least two systems to compare."), where=_("Systems"))
    ratings = None if wish.like is None else content_key([_like(batch, wish.like)], SETTINGS)
    ground = _of_published(batch) if batch.state in AMENDABLE else _of_draft(batch)
    designs = list(_designs(ground, wish.budget))
    return {
        "version": VERSION,
        "wish": asdict(wish),
        "ratings": ratings,
        "systems": systems,
        "per_page": batch.rubric_version.spec.outputs.per_page,
        "hits_per_item": ground.per_item,
        "reference": batch.pairing == Batch.Pairing.REFERENCE,
        "eligible": ground.eligible,
        "items": ground.items,
        "annotators": ground.annotators,
        "designs": [*designs, *_with_more_samples(batch, ground, designs, wish.judge_samples)],
    }


@dataclass(frozen=True)
class Ground:
    """The starting point of the simulated designs: the batch's own design, and the numbers of
    items (`near`) and annotators (`offered`) to try. `cost` returns the cost of a design. For a
    published batch, it returns the cost of the additional HITs, or None if there are too many."""

    items: int
    annotators: int
    eligible: int
    per_item: int
    near: set[int]
    offered: set[int]
    cost: Callable[[int, int], Decimal | None]


def _of_draft(batch: Batch) -> Ground:
    preview = cost_preview(batch)
    items, eligible = preview.readings[0].reading.count, preview.eligible

    def cost(items: int, annotators: int) -> Decimal:
        fee, per_item = fee_by_rule(batch, annotators), preview.per_item
        cost = cost_of(batch, items=items, per_item=per_item, fee=fee, annotators=annotators)
        return cost.total

    near, own = {items // 2, items, 2 * items}, batch.annotators_per_hit
    return Ground(items, own, eligible, preview.per_item, near, {*OFFERED, own}, cost)


def _of_published(batch: Batch) -> Ground:
    reach = reach_of(batch)
    items, own = reach.items, batch.annotators_per_hit + reach.added

    def cost(most: int, annotators: int) -> Decimal | None:
        more = plan_more(batch, reach, items=most - items, annotators=annotators - own)
        return None if more.assignments > MOST_HITS else more.cost

    near, offered = {items, items * 3 // 2, 2 * items}, {own, own + 1, own + 2}
    return Ground(items, own, items + reach.remaining, reach.per_item, near, offered, cost)


def _like(batch: Batch, number: int) -> Batch:
    like = batches_like(batch).filter(pk=number).first()
    if like is None:
        raise RateroomError(
            _("No published batch with this rubric has the number %(number)s.")
            % {"number": number},
            where=_("Agreement between people"),
        )
    return like


def _designs(ground: Ground, budget: float | None) -> Iterator[dict[str, object]]:
    """Yield designs with numbers of items and annotators near the batch's own, and their costs.
    With a budget, also yield, for each number of annotators, the largest number of items that the
    budget allows."""
    near = {min(ground.eligible, number) for number in (*ground.near, ground.eligible)}
    for annotators in sorted(each for each in ground.offered if each <= MOST_ANNOTATORS):
        numbers = near if budget is None else {*near, _affordable(ground, annotators, budget)}
        for number in sorted(each for each in numbers if each >= FEWEST_ITEMS):
            if (cost := ground.cost(number, annotators)) is not None:
                yield {"items": number, "annotators": annotators, "cost": str(cost)}


def _affordable(ground: Ground, annotators: int, budget: float) -> int:
    """Return how many items the budget allows, or 0 if it does not allow the smallest number."""
    least = min(ground.near)

    def total(items: int) -> Decimal:
        cost = ground.cost(items, annotators)
        return Decimal("inf") if cost is None else cost

    more = bisect_right(range(least, ground.eligible + 1), Decimal(budget), key=total)
    return least + more - 1 if more else 0


def _with_more_samples(
    batch: Batch, ground: Ground, designs: Sequence[Mapping[str, object]], samples: int
) -> Iterator[dict[str, object]]:
    """Yield the batch's own design with more samples of the judge, and the cost (None if no price
    is known). Yield nothing if people rate as many items as the judge."""
    numbers = (ground.items, ground.annotators)
    own = next((each for each in designs if (each["items"], each["annotators"]) == numbers), None)
    if own is None or not samples or ground.eligible <= ground.items:
        return
    price = sample_cost(batch, ground.eligible * ground.per_item)
    for number in sorted({samples + 1, 2 * samples, 4 * samples}):
        if number <= MOST_SAMPLES:
            more = None if price is None else price * (number - samples)
            cost = None if more is None else str(Decimal(str(own["cost"])) + more)
            yield {**own, "cost": cost, "judge_samples": number}


def sample_cost(batch: Batch, hits: int) -> Decimal | None:
    """Return the cost of one more sample for this number of HITs, or None if no price is known. The
    cost is based on the latest run with prices, from this batch or else from a batch with the same
    rubric. The run's actual token usage is used if known, otherwise its estimated usage."""
    priced = JudgeRun.objects.filter(price_in__isnull=False).order_by("-pk")
    run = priced.filter(batch=batch).first() or priced.filter(batch__in=batches_like(batch)).first()
    if run is None:
        return None
    had = progress(run)
    used, calls = (
        (had.used, had.replies) if had.used.tokens else (estimate(run), planned_count(run))
    )
    wanted, calls = hits * orders_per_hit(run) * len(prompts_of(run)), max(1, calls)
    return price_of(run, used.tokens_in * wanted // calls, used.tokens_out * wanted // calls)


def perform_power(task: BackgroundTask, tell: Callable[[int], None]) -> dict[str, object]:
    """Simulate the designs in the task's parameters, and return their expected results. Raises an
    error if the batch was deleted."""
    from analysis.power.performing import result_of  # imported here because it loads NumPy

    batch = Batch.objects.select_related("rubric_version").filter(pk=task.subject_id).first()
    if batch is None:
        raise gone(task)
    return result_of(batch, task.parameters, tell)
