"""Benchmark of the rate and latency of cycles, compared with the floor's, with 1, 8 and 32
annotators without think time. Rateroom runs as a complete site: beat and the workers run, and
compute the batch's statistics while people work. Beat and the workers are paused while the floor is
measured. Rateroom's rounds are long, so that tasks that became due during a pause add little
time."""

from dataclasses import dataclass, replace
from statistics import median

from benchmarks.command import run
from benchmarks.load import Plan, Played, play
from benchmarks.results import Measure, at_least, at_most
from benchmarks.servers import Bench, Site
from benchmarks.tasks import Tasks, running_tasks

RATE_GOAL, TAIL_GOAL = 0.75, 2.0
MANY = 32
START_OF_FLOOR = "/hit/"


@dataclass(frozen=True)
class Scale:
    """The numbers of annotators to measure, and the number and length of the rounds."""

    annotators: tuple[int, ...]
    rounds: int
    seconds: float  # per round
    floor_seconds: float
    warm_up: float
    hits: int
    cycles: int = 1_000_000
    think: float = 0


SCALES = {
    "full": Scale((1, 8, MANY), 3, 65, 15, 2, 200_000),
    "quick": Scale((8, MANY), 1, 30, 8, 1, 40_000),
    "tiny": Scale((2,), 1, 20, 20, 0, 60, cycles=24),
}


def measure(bench: Bench, scale: str) -> list[Measure]:
    """Return the measures for each number of annotators. Rounds on Rateroom and on the floor
    alternate, so that other load affects both."""
    from benchmarks.fill import Shape, make_batch, make_dataset, make_world, submitted, tidy

    chosen = SCALES[scale]
    world = make_world()
    batch = make_batch(world, make_dataset(world, chosen.hits), Shape(chosen.hits))
    tidy()
    found: list[Measure] = []
    with running_tasks(bench) as tasks:
        for annotators in chosen.annotators:
            stored = floor_rows(bench), submitted([batch])
            floor, ours = play_both(bench, tasks, chosen, annotators, start=f"/batches/{batch.pk}/")
            kept = {
                "floor_stored": floor_rows(bench) - stored[0],
                "stored": submitted([batch]) - stored[1],
            }
            found += compare(annotators, floor, ours, kept)
    return found


def play_both(
    bench: Bench, tasks: Tasks, scale: Scale, annotators: int, *, start: str
) -> tuple[list[Played], list[Played]]:
    floor, ours = [], []
    for _round in range(scale.rounds):
        with tasks.paused():
            alone = plan(bench.floor, START_OF_FLOOR, scale, annotators)
            floor.append(play(replace(alone, seconds=scale.floor_seconds)))
        ours.append(play(plan(bench.rateroom, start, scale, annotators)))
    return floor, ours


def plan(site: Site, start: str, scale: Scale, annotators: int) -> Plan:
    return Plan(
        base=site.base,
        starts=[start],
        annotators=annotators,
        sessions=site.sessions,
        cycles=scale.cycles,
        seconds=scale.seconds,
        warm_up=scale.warm_up,
        think=scale.think,
    )


def compare(
    annotators: int, floor: list[Played], ours: list[Played], kept: dict[str, int]
) -> list[Measure]:
    """Return two measures of Rateroom compared with the floor: the median rate of the rounds in
    cycles per second, and the 99th percentile of all latencies. `kept` is added to the details."""
    all_floor, all_ours = pooled(floor), pooled(ours)
    details = {
        "floor": all_floor.summary(),
        "rateroom": all_ours.summary(),
        "rounds": [
            [round(one.rate, 1), round(two.rate, 1)] for one, two in zip(floor, ours, strict=True)
        ],
        **kept,
    }
    rates = median(one.rate for one in ours), median(one.rate for one in floor)
    tails = all_ours.percentile(0.99), all_floor.percentile(0.99)
    who = f"{annotators} annotators" if annotators > 1 else "1 annotator"
    return [
        at_least(f"cycle, {who}", *rates, "cycles/s", RATE_GOAL, **details),
        at_most(f"cycle's p99, {who}", *tails, "ms", TAIL_GOAL),
    ]


def pooled(rounds: list[Played]) -> Played:
    """Return the results of all rounds combined."""
    total = Played(rounds[0].annotators)
    for one in rounds:
        total.seconds += one.seconds
        total.cpu_seconds += one.cpu_seconds
        total.requests += one.requests
        total.acknowledged += one.acknowledged
        total.latencies += one.latencies
        total.errors.update(one.errors)
        total.out_of_work += one.out_of_work
    return total


def floor_rows(bench: Bench) -> int:
    """Return how many assignments the floor has stored. Raises AssertionError if any is missing."""
    import psycopg

    from benchmarks.material import ANSWERS

    with psycopg.connect(bench.floor_database) as connection:
        (rows, answers) = connection.execute(
            "select (select count(*) from floor_assignment), (select count(*) from floor_answer)"
        ).fetchone()
    if answers != rows * ANSWERS:
        raise AssertionError(f"The floor has {rows} assignments but {answers} answers.")
    return rows


if __name__ == "__main__":
    run({"cycle": measure}, annotators=lambda _scale: MANY, about=__doc__)
