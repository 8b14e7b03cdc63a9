"""Benchmark of whether a cycle takes the same time in every batch, whatever the annotator has done
before.

Batches differ in size, annotators per HIT and percentage done. All batches are in one database, and
are played in turn, one cycle each, with one request at a time. Therefore no request waits for
another, and other load slows all batches in the same way. Small or nearly done batches have few
free assignments, so there are several copies of them. The step from one copy to the next is not
timed. Each cycle has its own connection, because an open connection stays with one web process, and
two processes differ more than two batches do. Every scheduled task runs during the measurement.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from benchmarks.command import run
from benchmarks.cycle import START_OF_FLOOR
from benchmarks.load import Plan, Played, play_in_turn
from benchmarks.results import Measure, at_most
from benchmarks.servers import Bench, Site
from benchmarks.tasks import running_tasks

GOAL = 1.15
DONE = (0, 50, 99)
MOST_COPIES = 250
WARM_UP = 10  # uncounted turns at the start


@dataclass(frozen=True)
class Scale:
    """The batch sizes, the number of HITs that the veteran has done, and the number of rounds."""

    sizes: tuple[int, ...]
    veteran: int
    turns: int
    seconds: float  # maximum
    annotators: tuple[int, ...] = (1, 3)


SCALES = {
    "full": Scale((1_000, 100_000, 1_000_000), 10_000, 1000, 900),
    "quick": Scale((1_000, 20_000), 10_000, 50, 20, annotators=(3,)),
    "tiny": Scale((400,), 50, 5, 10, annotators=(3,)),
}


@dataclass(frozen=True)
class Kind:
    """One kind of batch: the start pages of its copies, and its annotator's session."""

    name: str
    starts: list[str]
    session: str


def measure(bench: Bench, scale: str) -> list[Measure]:
    """Measure all kinds of batches, and return the median time of a cycle in the slowest kind, as a
    ratio to the fastest."""
    from benchmarks.fill import tidy

    chosen = SCALES[scale]
    kinds = list(_kinds(bench, chosen))
    tidy()
    floor = Kind("floor", [START_OF_FLOOR], bench.floor.sessions[0])
    plans = [
        _plan(bench.floor, floor, chosen),
        *(_plan(bench.rateroom, kind, chosen) for kind in kinds),
    ]
    with running_tasks(bench):
        play_in_turn([replace(plan, cycles=WARM_UP) for plan in plans])
        played = play_in_turn(plans)
    return _compared(
        played[0], {kind.name: one for kind, one in zip(kinds, played[1:], strict=True)}
    )


def _plan(site: Site, kind: Kind, scale: Scale) -> Plan:
    return Plan(
        base=site.base,
        starts=kind.starts,
        annotators=1,
        sessions=[kind.session],
        seconds=scale.seconds,
        cycles=scale.turns,
        keep_alive=False,
    )


def _kinds(bench: Bench, scale: Scale) -> Iterator[Kind]:
    from benchmarks.fill import Shape, make_batch, make_dataset, make_world
    from hits.models import Batch
    from people.models import User

    annotator, veteran = bench.rateroom.sessions[:2]
    world = make_world()
    person = User.objects.get(username="bench-annotator-1")  # the owner of the second session

    def start(batch: Batch) -> str:
        return f"/batches/{batch.pk}/"

    biggest = make_dataset(world, max(*scale.sizes, scale.veteran * 2))
    for size in scale.sizes:
        for annotators in scale.annotators:
            for done in DONE:
                shape = Shape(size, annotators, done)
                # One person can take one assignment per HIT. At most half are taken in a copy.
                reach = max(1, shape.free // annotators // 2)
                copies = min(MOST_COPIES, -(-(scale.turns + WARM_UP) // reach))
                batches = [make_batch(world, biggest, shape) for _copy in range(copies)]
                yield Kind(str(shape), list(map(start, batches)), annotator)
    for hits in (scale.veteran * 2, scale.veteran + 2 * (scale.turns + WARM_UP)):
        shape = Shape(hits, 3, veteran=scale.veteran)
        yield Kind(str(shape), [start(make_batch(world, biggest, shape, veteran=person))], veteran)


def _compared(floor: Played, kinds: dict[str, Played]) -> list[Measure]:
    idle = [name for name, played in kinds.items() if not played.cycles]
    if idle:
        raise AssertionError(f"Nothing was rated in {', '.join(idle)}.")
    base = floor.percentile(0.5)
    times = {name: played.percentile(0.5) for name, played in kinds.items()}
    slowest, fastest = max(times, key=times.get), min(times, key=times.get)
    found = [
        Measure(f"one annotator: {name}", took, base, "ms", took / (base or 1), details=details)
        for name, took in times.items()
        for details in [kinds[name].summary()]
    ]
    both = {"slowest": slowest, "fastest": fastest}
    return [
        *found,
        at_most("flat: slowest over fastest", times[slowest], times[fastest], "ms", GOAL, **both),
    ]


if __name__ == "__main__":
    run({"flat": measure}, annotators=lambda _scale: 2, about=__doc__)
