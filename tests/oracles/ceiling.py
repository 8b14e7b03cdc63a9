"""An oracle for the human ceiling, in plain loops: each annotator and the judge are compared with
the mean of the other annotators."""

from collections.abc import Callable, Mapping, Sequence
from statistics import mean


def left_out(
    people: Mapping[str, Sequence[float | None]],
    judge: Sequence[float | None],
    statistic: Callable[[Sequence[float], Sequence[float]], float],
) -> tuple[list[float], list[float]]:
    """Return `statistic` for each annotator and for the judge, on the same units and against the
    mean of the others. None is a missing rating."""
    human, machine = [], []
    for name, own in people.items():
        rest = [ratings for other, ratings in people.items() if other != name]
        units = []
        for place, value in enumerate(own):
            others = [ratings[place] for ratings in rest if ratings[place] is not None]
            if value is not None and others and judge[place] is not None:
                units.append((value, judge[place], mean(others)))
        values, judged, aim = zip(*units, strict=True)
        human.append(statistic(values, aim))
        machine.append(statistic(judged, aim))
    return human, machine
