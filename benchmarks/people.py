"""Benchmark of annotators at human speed: 2,000 people who think for 30 seconds per submission."""

from benchmarks.command import run
from benchmarks.cycle import START_OF_FLOOR, Scale, plan
from benchmarks.load import play
from benchmarks.results import Measure, at_most
from benchmarks.servers import Bench

GOAL = 3.0
# Everyone begins within one think time, and the work that piles up then is done in the warm-up.
SCALES = {
    "full": Scale((2_000,), 1, 120, 120, 120, 100_000, think=30),
    # The same number of requests per second, from fewer people.
    "quick": Scale((200,), 1, 9, 9, 12, 20_000, think=3),
    "tiny": Scale((10,), 1, 3, 3, 2, 200, think=0.5),
}


def people(scale: str) -> int:
    return SCALES[scale].annotators[0]


def measure(bench: Bench, scale: str) -> list[Measure]:
    """Return three measures of Rateroom compared with the floor under the same load: the 95th
    percentile of a cycle's time, the number of errors (the goal is 0), and the rate."""
    from benchmarks.fill import Shape, make_batch, make_dataset, make_world, tidy

    chosen, many = SCALES[scale], people(scale)
    world = make_world()
    batch = make_batch(world, make_dataset(world, chosen.hits), Shape(chosen.hits))
    tidy()
    floor = play(plan(bench.floor, START_OF_FLOOR, chosen, many))
    ours = play(plan(bench.rateroom, f"/batches/{batch.pk}/", chosen, many))
    p95 = at_most(
        f"{many:,} annotators, think time {chosen.think:g} s: p95",
        ours.percentile(0.95),
        floor.percentile(0.95),
        "ms",
        GOAL,
        floor=floor.summary(),
        rateroom=ours.summary(),
    )
    errors = float(ours.errors.total())
    rates = ours.rate, floor.rate
    return [
        p95,
        Measure("… errors", errors, float(floor.errors.total()), "", errors, "0", errors == 0),
        Measure("… cycles a second", *rates, "cycles/s", ours.rate / (floor.rate or 1)),
    ]


if __name__ == "__main__":
    run({"people": measure}, annotators=people, about=__doc__)
