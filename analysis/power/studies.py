"""Studies simulated from a mixed model, many at a time. The model has effects of items, outputs and
people, which determine the answers of people and of a judge."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from analysis.data.facts import PREFERS_A, PREFERS_B, TIE
from analysis.data.frame import Codes, Frame, Labels
from analysis.power.design import Design, Effects
from analysis.statistics.results import Floats

Normal = Callable[..., Floats]  # draws effects with a given variance and shape for every study
SHARED = 0.5  # share of a judge's error that all its samples of an output have in common


@dataclass(frozen=True)
class Layout:
    """The item (H,), the systems (H, k) and the people (H, A) of each HIT."""

    item: Codes
    systems: Codes
    people: Codes


@dataclass(frozen=True)
class Studies:
    """Simulated answers in R studies. `people` has the shape (R, H, k, A): studies, HITs, systems
    per HIT, annotators. Preferences are coded 1, 0 or -1 and have the shape (R, H, 1, A). `judge`
    (R, items, systems) contains means of the judge's samples. Items that only the judge rated are
    last."""

    layout: Layout
    people: Floats
    judge: Floats | None = None


def lay_out(design: Design, chance: np.random.Generator) -> Layout:
    """Draw at random which systems are compared in each HIT and who rates it. No one rates a HIT
    twice."""
    sets = chance.permutation(np.array(design.sets, dtype=np.intp))
    hits = design.items * design.hits_per_item
    drawn = chance.random((hits, max(design.people, design.annotators)))
    return Layout(
        np.arange(hits) // design.hits_per_item,
        sets[np.arange(hits) % len(sets)],
        np.argsort(drawn, axis=1)[:, : design.annotators],
    )


def draw_studies(
    design: Design, effects: Effects, shifts: Floats, count: int, chance: np.random.Generator
) -> Studies:
    """Draw `count` studies with the same layout; `shifts` (systems,) are the systems' positions on
    the standard scale."""
    layout, facts = lay_out(design, chance), design.facts
    halves = 2 if facts.preference else 1  # a difference has the effects of two outputs
    normal = partial(_normal, chance, count)
    items = design.items + design.judged_items
    item = normal(effects.item, items, 1)
    truth = item + normal(effects.own / halves, items, design.systems)
    truth += shifts.astype(np.float32)
    seen = truth[:, layout.item[:, None], layout.systems][..., None]
    if facts.preference:
        seen = seen[:, :, :1] - seen[:, :, 1:]
    seen = seen + normal(effects.rest, *seen.shape[1:-1], design.annotators)
    if effects.person:
        everyone = normal(effects.person, int(layout.people.max()) + 1)
        seen += everyone[:, layout.people][:, :, None]
    if effects.person_item:
        seen += _with_items(layout, normal, effects.person_item)[:, :, None]
    if facts.ranking:
        return Studies(layout, np.asarray((-seen).argsort(2).argsort(2) + 1.0, dtype=np.float64))
    # The judge is drawn separately, so that designs that differ only in its samples have the same
    # people.
    apart = chance.spawn(1)[0]
    judge = _judge(design, effects, truth, apart) if design.judge_samples else None
    return Studies(layout, effects.rated(seen), judge)


def _with_items(layout: Layout, normal: Normal, share: float) -> Floats:
    """Return the effect of each person with each item, the same in all HITs of the item."""
    code = layout.item[:, None] * (int(layout.people.max()) + 1) + layout.people
    pairs, place = np.unique(code, return_inverse=True)
    return normal(share, len(pairs))[:, place.reshape(code.shape)]


def _normal(chance: np.random.Generator, count: int, share: float, *shape: int) -> Floats:
    drawn: Any = chance.standard_normal((count, *shape), dtype=np.float32)
    return drawn * np.float32(share**0.5)


def _judge(design: Design, effects: Effects, truth: Floats, chance: np.random.Generator) -> Floats:
    """Draw a judge's mean scores. A sample has as much error as one person's rating. All samples of
    an output have the share `SHARED` of this error in common."""
    normal = partial(_normal, chance, len(truth))
    error = effects.person + effects.person_item + effects.rest
    judged = truth + normal(SHARED * error, *truth.shape[1:])
    samples = (
        effects.rated(judged + normal((1 - SHARED) * error, *truth.shape[1:]))
        for _sample in range(design.judge_samples)
    )
    return np.asarray(sum(samples) / design.judge_samples, dtype=np.float64)


def frame_of(design: Design, studies: Studies, number: int) -> Frame:
    """Return one simulated study as a frame that the report's functions can use."""
    layout, rated = studies.layout, studies.people[number]
    hits, outputs, annotators = rated.shape
    shape = (hits, outputs, annotators)
    columns = [
        np.broadcast_to(column, shape).ravel()
        for column in (
            np.arange(hits)[:, None, None],
            layout.item[:, None, None],
            layout.systems[:, :outputs, None],
            layout.people[:, None, :],
        )
    ]
    values = rated.ravel()
    if design.facts.preference:
        values = np.where(values > 0, PREFERS_A, np.where(values < 0, PREFERS_B, TIE))
    judged = np.zeros((0, design.systems)) if studies.judge is None else studies.judge[number]
    item, system = np.indices(judged.shape).reshape(2, -1)
    hit = item * design.systems + system + hits  # a judge rates each output on a page of its own
    person = int(layout.people.max()) + 1
    judge = np.full(len(item), person)
    hit, item, system, rater = (
        np.concatenate(both) for both in zip(columns, (hit, item, system, judge), strict=True)
    )
    names = [f"s{number}" for number in range(design.systems)]
    other = Labels(np.zeros(len(hit), dtype=np.intp), ("",))
    if design.facts.preference:
        other = Labels(np.repeat(layout.systems[:, 1], annotators), tuple(names))
    zeros = np.zeros(len(hit), dtype=np.intp)
    key = (design.facts.key,)
    return Frame(
        hit=_numbered(hit),
        item=_numbered(item),
        system=Labels(system, tuple(names)),
        other=other,
        criterion=Labels(zeros, key),
        target=Labels(zeros, key),
        rater=_numbered(rater),
        judge=rater == person,
        position=np.ones(len(hit), dtype=np.int8),
        value=np.concatenate([values, judged.ravel()]).astype(np.float64),
        facts={design.facts.key: design.facts},
    )


def _numbered(code: Codes) -> Labels:
    return Labels(code, tuple(map(str, range(int(code.max(initial=-1)) + 1))))
