"""Many annotators at human speed: 2,000 people who think for 30 seconds before each submission."""

from dataclasses import dataclass

from benchmarks.command import run
from benchmarks.cycle import START_OF_FLOOR
from benchmarks.load import Plan, Played, play
from benchmarks.results import Measure, at_most
from benchmarks.servers import Bench, Site

GOAL = 3.0


@dataclass(frozen=True)
class Scale:
    """How many people think how long, and for how long they are watched once all are at work."""

    annotators: int
    think: float
    seconds: float
    hits: int


SCALES = {
    "full": Scale(2_000, 30, 120, 100_000),
    "quick": Scale(200, 3, 9, 20_000),  # as many requests a second, from fewer people
    "tiny": Scale(10, 0.5, 3, 200),
}


def people(scale: str) -> int:
    """Return how many annotators take part."""
    return SCALES[scale].annotators


def measure(bench: Bench, scale: str) -> list[Measure]:
    """Return the p95 of a cycle over the floor's under the same load; an error of either misses the
    goal."""
    from benchmarks.fill import Shape, make_batch, make_dataset, make_world, tidy

    chosen = SCALES[scale]
    world = make_world()
    batch = make_batch(world, make_dataset(world, chosen.hits), Shape(chosen.hits))
    tidy()
    floor = _played(bench.floor, START_OF_FLOOR, chosen)
    ours = _played(bench.rateroom, f"/batches/{batch.pk}/", chosen)
    p95 = at_most(
        f"{chosen.annotators:,} annotators, think time {chosen.think:g} s: p95",
        ours.percentile(0.95),
        floor.percentile(0.95),
        "ms",
        GOAL,
        floor=floor.summary(),
        rateroom=ours.summary(),
    )
    errors = float(ours.errors.total())
    return [
        p95,
        Measure("… errors", errors, float(floor.errors.total()), "", errors, "0", errors == 0),
        Measure(
            "… cycles a second", ours.rate, floor.rate, "cycles/s", ours.rate / (floor.rate or 1)
        ),
    ]


def _played(site: Site, start: str, scale: Scale) -> Played:
    plan = Plan(
        base=site.base,
        starts=[start],
        annotators=scale.annotators,
        sessions=site.sessions,
        seconds=scale.seconds,
        # Everybody begins within one think time, which costs more than going on does: what piles up
        # then is worked off.
        warm_up=4 * scale.think,
        think=scale.think,
    )
    return play(plan)


if __name__ == "__main__":
    run({"people": measure}, annotators=people, about=__doc__)
