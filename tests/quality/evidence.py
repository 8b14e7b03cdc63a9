"""Evidence built from short lists of ratings, for the tests of measures."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from analysis.data.facts import Facts
from quality.evidence.arrays import Evidence, Gold, Rated, Retests, Works

Line = tuple[str, str, str, float]  # person, HIT, criterion, value


def evidence(
    lines: Iterable[Line],
    *,
    levels: Mapping[str, str] | None = None,
    seconds: Mapping[tuple[str, str], float] | None = None,
    excluded: Iterable[tuple[str, str]] = (),
    positions: Mapping[tuple[str, str], int] | None = None,
    retests: Sequence[tuple[str, int, str, float, float]] = (),
    gold: Mapping[str, tuple[int, int]] | None = None,
) -> tuple[Evidence, list[str]]:
    """Return the evidence and the sorted names of its annotators. Annotators take HITs in the order
    of the lines. A criterion is a scale unless `levels` says otherwise."""
    lines = list(lines)
    names = sorted({person for person, *_rest in lines} | {row[0] for row in retests})
    taken = sorted(
        dict.fromkeys((person, hit) for person, hit, *_rest in lines),
        key=lambda pair: names.index(pair[0]),
    )
    row = {pair: number for number, pair in enumerate(taken)}
    hits = {hit: number for number, hit in enumerate(sorted({hit for _person, hit in taken}))}
    person = np.array([names.index(name) for name, _hit in taken], dtype=np.intp)
    answers = [hash(tuple(line[2:] for line in lines if line[:2] == pair)) or 1 for pair in taken]
    works = Works(
        person=person,
        hit=np.array([hits[hit] for _person, hit in taken], dtype=np.int64),
        sitting=np.zeros(len(taken), dtype=np.intp),
        place=np.arange(len(taken)) - np.searchsorted(person, person),
        seconds=np.array([(seconds or {}).get(pair, 60.0) for pair in taken]),
        answers=np.array(answers, dtype=np.int64),
        counted=np.array([pair not in set(excluded) for pair in taken]),
    )
    criteria = sorted({criterion for _person, _hit, criterion, _value in lines})
    rated = []
    for criterion in criteria:
        own = sorted((row[line[:2]], line) for line in lines if line[2] == criterion)
        work = np.array([number for number, _line in own], dtype=np.intp)
        level = (levels or {}).get(criterion, "ordinal")
        rated.append(
            Rated(
                facts=Facts(criterion, criterion, level, preference=criterion == "preference"),
                work=work,
                unit=works.hit[work].astype(np.intp),
                value=np.array([line[3] for _number, line in own], dtype=float),
                position=np.array(
                    [(positions or {}).get(line[:2], 1) for _number, line in own], dtype=np.int8
                ),
                person=works.person[work],
                counted=works.counted[work],
            )
        )
    twice = list(zip(*retests, strict=True)) if retests else [()] * 5
    counts = [(gold or {}).get(name, (0, 0)) for name in names]
    return (
        Evidence(
            range(len(names)),
            works,
            rated,
            Retests(
                np.array([names.index(name) for name in twice[0]], dtype=np.intp),
                np.array(twice[1], dtype=np.intp),
                np.array([criteria.index(criterion) for criterion in twice[2]], dtype=np.intp),
                np.array(twice[3], dtype=float),
                np.array(twice[4], dtype=float),
            ),
            Gold(*(np.array([pair[side] for pair in counts], dtype=np.intp) for side in (0, 1))),
        ),
        names,
    )


def crowd(
    people: int, hits: int, *, seed: int = 5, top: int = 5, criteria: Sequence[str] = ("c",)
) -> list[Line]:
    """Return everyone's ratings of every HIT, from 1 to `top`: the true value plus noise."""
    chance = np.random.default_rng(seed)
    truth = chance.integers(1, top + 1, (hits, len(criteria)))
    return [
        (
            f"p{person}",
            f"h{hit:03}",
            criterion,
            float(np.clip(truth[hit, number] + chance.integers(-1, 2), 1, top)),
        )
        for person in range(people)
        for hit in range(hits)
        for number, criterion in enumerate(criteria)
    ]
