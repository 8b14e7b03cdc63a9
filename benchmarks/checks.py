"""Benchmark of the cost of quality checks per cycle: 10 % gold and 5 % retests, compared with no
checks.

There are many short rounds, with one annotator at a time. Each round plays a batch with checks and
a batch without checks, in random order. A disturbance longer than a round therefore affects both
batches. The result is the median of the rounds' ratios, with a distribution-free interval from the
sorted ratios. Processor time of the web server and PostgreSQL is also measured, because other
processes hardly affect it.
"""

import random
from dataclasses import dataclass, replace
from math import comb
from statistics import median
from typing import Any

from benchmarks.command import run
from benchmarks.cost import database_seconds, web_seconds
from benchmarks.load import Plan, play
from benchmarks.results import Measure, at_least
from benchmarks.servers import Bench

GOAL = 0.95
GOLD = 400  # gold items
GOLD_PERCENT, RETEST_PERCENT = 10, 5
CYCLES = 40  # per batch and round: two stretches of hits.queue.schedule with exact shares
PEOPLE = 4  # one person per round, in turn
OUTSIDE = 0.05  # probability that the median is outside its interval, at either end


@dataclass(frozen=True)
class Scale:
    """The number of rounds, the batch size in HITs, and the cycles per round and batch."""

    rounds: int
    hits: int
    cycles: int = CYCLES


SCALES = {"full": Scale(80, 100_000), "quick": Scale(24, 20_000), "tiny": Scale(2, 60, cycles=12)}


@dataclass(frozen=True)
class Spent:
    """The seconds spent on a batch's cycles in one round: wall-clock time, and processor time of
    the web server and the database."""

    wall: float
    web: float
    database: float

    @property
    def processor(self) -> float:
        return self.web + self.database


def measure(bench: Bench, scale: str) -> list[Measure]:
    """Play two batches in turn, one with checks and one without, and return the comparison."""
    from benchmarks.fill import Shape, make_batch, make_dataset, make_world, tidy
    from hits.models import Assignment

    chosen = SCALES[scale]
    world = make_world()
    dataset = make_dataset(world, chosen.hits + GOLD)
    plain, mixed = (make_batch(world, dataset, Shape(chosen.hits)) for _batch in range(2))
    add_checks(mixed)
    tidy()
    order = random.Random(1)
    _round(bench, chosen, [plain, mixed], order, 0)  # fills the caches
    rounds = [
        _round(bench, chosen, [plain, mixed], order, number) for number in range(chosen.rounds)
    ]
    submitted = Assignment.objects.filter(batch=mixed, state="submitted")
    by_purpose = {
        purpose: submitted.filter(hit__purpose=purpose).count()
        for purpose in ("main", "gold", "retest")
    }
    return _compared(chosen, rounds, by_purpose)


def _round(
    bench: Bench, scale: Scale, batches: list[Any], order: random.Random, number: int
) -> list[Spent]:
    """Play each batch once, in random order. Return the time for each, as ordered in `batches`."""
    spent: dict[int, Spent] = {}
    for place in order.sample(range(len(batches)), len(batches)):
        web, database = web_seconds(bench), database_seconds(bench)
        played = play(
            Plan(
                base=bench.rateroom.base,
                starts=[f"/batches/{batches[place].pk}/"],
                annotators=1,
                sessions=bench.rateroom.sessions[number % PEOPLE :],
                cycles=scale.cycles,
                seconds=600,
            )
        )
        spent[place] = Spent(
            sum(played.latencies), web_seconds(bench) - web, database_seconds(bench) - database
        )
    return [spent[place] for place in range(len(batches))]


def add_checks(batch: Any) -> None:
    """Add gold and retests to the batch. The gold HITs show the dataset's last items."""
    from benchmarks.fill import unchecked_keys
    from hits.batches.making import make_checks
    from hits.models import GoldKey
    from hits.money.escrow import check_budget
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


def interval(values: list[float]) -> tuple[float, float]:
    """Return a distribution-free 95 % interval of the median: two of the sorted values. If there
    are too few values, return the lowest and the highest."""
    ordered, outside, number = sorted(values), 0.0, len(values)
    for place in range(number // 2):
        outside += 2 * comb(number, place) / 2**number
        if outside > OUTSIDE:
            first = max(place - 1, 0)
            return ordered[first], ordered[-1 - first]
    return ordered[0], ordered[-1]


def _compared(scale: Scale, rounds: list[list[Spent]], by_purpose: dict[str, int]) -> list[Measure]:
    measures = []
    for name in ("wall", "processor", "web", "database"):
        pairs = [
            (getattr(without, name), getattr(with_checks, name)) for without, with_checks in rounds
        ]
        # Processor time has steps of 1/100 s, so it can be 0 in a short round.
        ratios = [without / with_checks for without, with_checks in pairs if with_checks]
        if not ratios:
            continue
        low, high = interval(ratios)
        rates = [
            scale.cycles / median(each) if median(each) else 0.0
            for each in zip(*pairs, strict=True)
        ]
        line = at_least(
            f"with checks, {WORDS[name]} ({low:.3f} to {high:.3f})",
            rates[1],
            rates[0],
            "cycles/s",
            GOAL,
            low=low,
            high=high,
            rounds=[[round(1000 * seconds) for seconds in pair] for pair in pairs],
            submitted=by_purpose,
        )
        ratio = median(ratios)
        judged = name in ("wall", "processor")
        verdict = {"met": ratio >= GOAL} if judged else {"goal": "", "met": None}
        measures.append(replace(line, ratio=ratio, **verdict))
    return measures


WORDS = {
    "wall": "by the clock",
    "processor": "by processor time",
    "web": "processor time of the web server",
    "database": "processor time of PostgreSQL",
}


if __name__ == "__main__":
    run({"checks": measure}, annotators=lambda _scale: PEOPLE, about=__doc__)
