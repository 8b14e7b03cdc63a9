"""What gold and retests cost a cycle: a batch with 10 % and 5 % of them against one without."""

from dataclasses import replace
from statistics import median
from typing import Any

from benchmarks.command import run
from benchmarks.cycle import Scale, plan, pooled
from benchmarks.load import Played, play
from benchmarks.results import Measure, at_least, at_most
from benchmarks.servers import Bench

GOAL = 0.95
GOLD = 400  # items
GOLD_PERCENT, RETEST_PERCENT = 10, 5
SCALES = {
    "full": Scale((8,), 15, 5, 2, 100_000),
    "quick": Scale((8,), 6, 4, 1, 20_000),
    "tiny": Scale((2,), 1, 20, 0, 60, cycles=24),
}


def measure(bench: Bench, scale: str) -> list[Measure]:
    """Both batches in turn, round by round; the median of the rounds."""
    from benchmarks.fill import Shape, make_batch, make_dataset, make_world, tidy
    from hits.models import Assignment

    chosen = SCALES[scale]
    world = make_world()
    dataset = make_dataset(world, chosen.hits + GOLD)
    plain, mixed = (make_batch(world, dataset, Shape(chosen.hits)) for _batch in range(2))
    _add_checks(mixed)
    tidy()
    measures: list[Measure] = []
    for annotators in chosen.annotators:
        rounds = [
            _play(bench, chosen, annotators, [plain, mixed]) for _round in range(chosen.rounds)
        ]
        without, with_checks = ([each[place] for each in rounds] for place in (0, 1))
        by_purpose = {
            purpose: Assignment.objects.filter(
                batch=mixed, hit__purpose=purpose, state="submitted"
            ).count()
            for purpose in ("main", "gold", "retest")
        }
        measures += _compared(annotators, without, with_checks, by_purpose)
    return measures


def _play(bench: Bench, scale: Scale, annotators: int, batches: list[Any]) -> list[Played]:
    return [
        play(plan(bench.rateroom, f"/batches/{batch.pk}/", scale, annotators)) for batch in batches
    ]


def _add_checks(batch: Any) -> None:
    """Gold of the dataset's last items, and enough to pay for all checks, as publishing makes
    them."""
    from benchmarks.fill import unchecked_keys
    from hits.batches.making import make_checks
    from hits.models import GoldKey
    from hits.money.check_budget import check_budget
    from stimuli.models import Output

    with unchecked_keys():
        batch.gold_percent, batch.retest_percent = GOLD_PERCENT, RETEST_PERCENT
        batch.checks_planned = check_budget(batch, main=batch.hits_planned)
        batch.save(update_fields=["gold_percent", "retest_percent", "checks_planned"])
        outputs = Output.objects.filter(item__dataset=batch.dataset_id).order_by("-item_id")
        GoldKey.objects.bulk_create(
            GoldKey(
                batch=batch,
                item_id=output.item_id,
                output_ids=[output.pk],
                rules=[{"question": "coherence", "accepted": [1]}],
            )
            for output in outputs[:GOLD]
        )
        make_checks(batch)


def _compared(
    annotators: int, without: list[Played], with_checks: list[Played], by_purpose: dict[str, int]
) -> list[Measure]:
    rates = median(each.rate for each in with_checks), median(each.rate for each in without)
    tails = pooled(with_checks).percentile(0.99), pooled(without).percentile(0.99)
    details = {
        "submitted": by_purpose,
        "rounds": [
            [round(each.rate, 1), round(other.rate, 1)]
            for each, other in zip(with_checks, without, strict=True)
        ],
    }
    name = f"{annotators} annotators"
    return [
        at_least(f"with checks, {name}", *rates, "cycles/s", GOAL, **details),
        replace(at_most(f"its p99, {name}", *tails, "ms", 1.0), goal="", met=None),
    ]


if __name__ == "__main__":
    run({"checks": measure}, annotators=lambda _scale: 8, about=__doc__)
