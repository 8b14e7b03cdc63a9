"""Simulation of the power to find a difference between two systems, compared with the predicted
power.

`nice -n 10 python -m benchmarks.power` takes about fifteen minutes on one core, and `--sets 50` is
a quick check. The command writes `benchmarks/results/power.json`. `--write
docs/statistics/power.md` updates the table in that document.

The simulation and the prediction use different models. The simulation adds noise and the effects of
system, item, output and person, in points of the scale. The sums are rounded, compared or ranked,
and the report's functions analyse these ratings. The prediction uses only the variances and the
true difference.
"""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import analysis  # noqa: F401 - first of all: it settles how many threads NumPy takes

# isort: split
import numpy as np

from analysis.comparison.systems.paired_tests import SIGNIFICANT
from analysis.data.facts import Facts
from analysis.data.frame import Frame
from analysis.power.design import Design, Effects
from analysis.power.expecting import compared, expect
from analysis.power.studies import Layout, Studies, frame_of, lay_out
from analysis.statistics.results import Floats
from benchmarks.coverage import options, read, write

RESULTS = Path(__file__).parent / "results" / "power.json"
SETS, PREDICTED = 4000, 20_000
TRUE, PARTS = 2_000_000, 50  # outputs for the true difference, and parts to compute it in
SEED = 20261127
MARK = "power"
MIDDLE = 3.0
SIZES = ((20, 1), (40, 3), (80, 2), (120, 3), (60, 5))  # items, annotators per HIT


@dataclass(frozen=True)
class Kind:
    """A kind of study. `item`, `own` (an output's own effect), `person` and `noise` are standard
    deviations in points of the scale. `ahead` is the difference between the first and last system
    in a study of size `SIZES[1]`. The other systems are halfway between them."""

    title: str
    design: Design
    item: float
    own: float
    person: float
    noise: float
    ahead: float
    tie: float = 0.0  # of preferences: a lead smaller than this is a tie

    def seen(self, count: int, chance: np.random.Generator, layout: Layout, step: float) -> Studies:
        """Return `count` simulated studies. `step` is the first system's lead over the last."""
        design, preference = self.design, self.design.facts.preference
        places = np.zeros(design.systems)
        places[0], places[-1] = step / 2, -step / 2
        rated = []
        for _study in range(count):
            item = chance.normal(0, self.item, design.items)
            own = chance.normal(0, self.own, (design.items, design.systems))
            person = chance.normal(0, self.person, design.people)
            output = (item[:, None] + own + places)[layout.item[:, None], layout.systems]
            noise = chance.normal(0, self.noise, (*output.shape, design.annotators))
            values = output[..., None] + person[layout.people][:, None] + noise
            rated.append(self.answers(values[:, :1] - values[:, 1:] if preference else values))
        return Studies(layout, np.array(rated))

    def answers(self, values: Floats) -> Floats:
        facts = self.design.facts
        if facts.preference:
            return np.sign(values) * (np.abs(values) > self.tie)
        if facts.ranking:
            return (-values).argsort(1).argsort(1) + 1.0
        if facts.level == "interval":
            return MIDDLE + values
        return np.clip(np.round(MIDDLE + values), *facts.ends)

    def effects(self) -> Effects:
        """Return the effects' variances as shares of their total, as the prediction needs them."""
        facts = self.design.facts
        parts = np.array([self.item, self.own, self.person, 0, self.noise]) ** 2
        if facts.preference or facts.ranking:
            parts *= [0, 2, 0, 0, 2]
        spread, shares = parts.sum() ** 0.5, (parts / parts.sum()).tolist()
        if facts.preference:
            return Effects(*shares, (-self.tie / spread, self.tie / spread), (-1.0, 0.0, 1.0))
        if facts.ranking or facts.level == "interval":
            return Effects(*shares, mean=MIDDLE, spread=float(spread))
        values = np.arange(facts.ends[0], facts.ends[1] + 1)
        cuts = (values[:-1] + 0.5 - MIDDLE) / spread
        return Effects(*shares, tuple(cuts.tolist()), tuple(values.tolist()))

    def apart(self, step: float, parts: int = PARTS) -> float:
        """Return the first system's true lead over the last, estimated from very many items."""
        chance = np.random.default_rng(SEED)
        per = len(self.design.sets) * self.design.per_page
        hits = len(self.design.sets)
        many = replace(
            self.design, items=TRUE // per // PARTS, annotators=1, hits_per_item=hits, people=50
        )
        total: list[float] = []
        for _part in range(parts):
            layout = lay_out(many, chance)
            rated = replace(self, design=many).seen(1, chance, layout, step)
            means = rated.people[0, ..., 0]
            if self.design.facts.preference:
                both = (layout.systems == (0, many.systems - 1)).all(1)
                total.append(float(means[both, 0].mean()))
                continue
            ends = [means[layout.systems == end].mean() for end in (0, many.systems - 1)]
            total.append(float(abs(ends[0] - ends[1])))
        return float(np.mean(total))


def _facts(**known: object) -> Facts:
    return Facts("c", "c", **known)  # type: ignore[arg-type]


SCALE = _facts(level="ordinal", low=1, high=5)
PAIRS = _facts(level="nominal", best="none", preference=True)
RANKS = _facts(level="ordinal", low=1, high=4, best="lowest", ranking=True)
PEOPLE_ON_SCALE = (0.6, 0.5, 0.3, 0.8)
KINDS = (
    Kind(
        "1 to 5, a page per output", Design(SCALE, 1, 1, 2, hits_per_item=2), *PEOPLE_ON_SCALE, 0.5
    ),
    Kind(
        "1 to 5, a page per output", Design(SCALE, 1, 1, 4, hits_per_item=4), *PEOPLE_ON_SCALE, 0.6
    ),
    Kind("1 to 5, all on one page", Design(SCALE, 1, 1, 3, 3, 1), *PEOPLE_ON_SCALE, 0.5),
    Kind("1 to 5, few annotators", Design(SCALE, 1, 1, 3, 1, 3, people=6), 0.3, 0.4, 0.8, 0.6, 0.6),
    Kind("continuous", Design(_facts(level="interval"), 1, 1, 3, 1, 3), *PEOPLE_ON_SCALE, 0.6),
    Kind(
        "yes or no",
        Design(_facts(level="ordinal", low=3, high=4), 1, 1, 2),
        0.6,
        0.5,
        0.2,
        0.8,
        0.6,
    ),
    Kind("all pairs", Design(PAIRS, 1, 1, 3, 2, 3), 0.6, 0.5, 0, 0.8, 0.5, 0.3),
    Kind(
        "pairs with a reference", Design(PAIRS, 1, 1, 4, 2, 3, reference=True), 0, 0.5, 0, 0.8, 0.6
    ),
    Kind("pairs, 2 of 3 per item", Design(PAIRS, 1, 1, 3, 2, 2), 0, 0.3, 0, 1.0, 0.6, 0.2),
    Kind("ranking of 4", Design(RANKS, 1, 1, 4, 4, 1), 0.6, 0.5, 0.3, 0.8, 0.6),
)


def designs() -> Iterator[tuple[Kind, float]]:
    """Yield each kind of study at each size, with the difference between the first and last system.
    The difference is smaller in larger studies."""
    usual = SIZES[1][0]
    for kind, (items, annotators) in product(KINDS, SIZES):
        sized = replace(kind.design, items=items, annotators=annotators)
        yield replace(kind, design=sized), kind.ahead * (usual / items) ** 0.5


def tested(frame: Frame, facts: Facts, last: str) -> bool:
    """Return whether the report's test finds a significant difference between the first system and
    the system named `last`."""
    *_rest, pairs = compared(frame, facts, draws=0)
    (pair,) = (pair for pair in pairs if {pair.first, pair.second} == {"s0", last})
    return pair.adjusted_p is not None and pair.adjusted_p < SIGNIFICANT


def row(
    number: int, kind: Kind, step: float, *, sets: int, predicted: int, parts: int = PARTS
) -> dict[str, object]:
    """Return the predicted power and the power in `sets` simulated studies of one design, each with
    its standard error."""
    chance, told = np.random.default_rng([SEED, number]), []
    design, last = kind.design, f"s{kind.design.systems - 1}"
    distance = kind.apart(step, parts)
    for _study in range(sets):
        studies = kind.seen(1, chance, lay_out(design, chance), step)
        told.append(tested(frame_of(design, studies, 0), design.facts, last))
    expected = expect(design, kind.effects(), distance, studies=predicted, printed=0, seed=number)
    share = float(np.mean(told))
    return {
        "design": kind.title,
        "systems": design.systems,
        "items": design.items,
        "annotators": design.annotators,
        "distance": round(distance, 3),
        "predicted": round(expected.chance.value, 4),
        "predicted_error": round(expected.chance.error, 4),
        "achieved": round(share, 4),
        "achieved_error": round((share * (1 - share) / sets) ** 0.5, 4),
        "studies": sets,
    }


def table(rows: list[dict]) -> str:
    """Return a Markdown table of predicted and achieved power in per cent, one row per design."""
    lines = [
        "| design | systems/items/annotators | distance | predicted | achieved |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for each in rows:
        size = "/".join(str(each[name]) for name in ("systems", "items", "annotators"))
        shown = [each["design"], size, each["distance"]]
        shown += [
            f"{100 * each[name]:.1f}±{100 * each[f'{name}_error']:.1f}"
            for name in ("predicted", "achieved")
        ]
        lines.append(f"| {' | '.join(map(str, shown))} |")
    return "\n".join(lines)


def main() -> None:
    given = options(__doc__ or "", SETS, RESULTS)
    if given.write:
        write(given.write, table(read(given.json)["rows"]), MARK)
        return
    rows: list[dict] = []
    for number, (kind, step) in enumerate(designs()):
        start = time.process_time()
        rows.append(row(number, kind, step, sets=given.sets, predicted=PREDICTED))
        print(rows[-1], f"{time.process_time() - start:.0f} s of processor", flush=True)
        given.json.write_text(
            json.dumps({"sets": given.sets, "seed": SEED, "rows": rows}, indent=1) + "\n"
        )


if __name__ == "__main__":
    main()
