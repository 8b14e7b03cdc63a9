"""The format of preference pairs for training, `{prompt, chosen, rejected}`, for Hugging Face."""

import json
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import IO

from django.utils.translation import gettext_lazy as _

from analysis.data.facts import PREFERS_A, PREFERS_B, TIE
from analysis.writers.cards import card
from analysis.writers.interface import Study, Tool, turns_of
from stimuli.models import Output

ABOUT = """\
A row is a pair of outputs of one item for one criterion. `people` is the number of people who
compared both, with a preference or with a score for each.
Equal scores are a tie.

- A tie counts half for each output. `chosen` has more than half.
- `strength` is the share of `chosen` minus that of `rejected`, above 0 and at most 1.
- `agreement` is the share of people who preferred `chosen`. Ties do not agree.
- `ties` is the number of ties.
- Pairs with equal halves are left out: {tied}.
- Pairs with an output that is not text are left out: {other}.
"""
COLUMNS = (
    *("prompt", "chosen", "rejected", "criterion", "strength", "agreement", "people", "ties"),
    *("item", "chosen_system", "rejected_system"),
)
TYPES = {"strength": "float64", "agreement": "float64", "people": "int64", "ties": "int64"}
Pair = tuple[str, str, str, str]  # criterion, item, and two systems in order
Votes = Mapping[Pair, Counter[int]]


def write(study: Study, file: IO[bytes]) -> None:
    pairs = _Pairs(study, votes(study))
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open("preferences.jsonl", "w", force_zip64=True) as entry:
            for row in pairs.rows():
                entry.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")
        about = ABOUT.format(tied=pairs.left_out["tied"], other=pairs.left_out["other"])
        columns = {"preferences": {name: TYPES.get(name, "string") for name in COLUMNS}}
        readme = card(study, rows=pairs.written, columns=columns, about=about)
        archive.writestr("README.md", readme)


def votes(study: Study) -> Votes:
    """Return, for each pair of outputs, how many people preferred the first output, the second
    output or neither. On a criterion with scores, a person prefers the output with the better mean
    score."""
    counts: dict[Pair, Counter[int]] = {}
    scores: dict[tuple[str, str, str], dict[str, list[float]]] = {}
    for criterion, item, system, other, rater, value in study.ratings():
        if other:
            _count(counts, criterion, item, (system, other), int(value))
        else:
            of_person = scores.setdefault((criterion, item, rater), {})
            of_person.setdefault(system, []).append(value)
    for (criterion, item, _rater), by_system in scores.items():
        sign = -1 if study.scored[criterion].best == "lowest" else 1
        means = {system: sign * sum(each) / len(each) for system, each in by_system.items()}
        for first, second in combinations(sorted(means), 2):
            lead = means[first] - means[second]
            verdict = TIE if lead == 0 else PREFERS_A if lead > 0 else PREFERS_B
            _count(counts, criterion, item, (first, second), verdict)
    return counts


def _count(
    counts: dict[Pair, Counter[int]],
    criterion: str,
    item: str,
    systems: tuple[str, str],
    verdict: int,
) -> None:
    first, second = sorted(systems)
    turned = -verdict % 3 if first != systems[0] else verdict
    counts.setdefault((criterion, item, first, second), Counter())[turned] += 1


@dataclass
class _Pairs:
    """The file's rows, counted as they are written, and the numbers of pairs left out by reason."""

    study: Study
    votes: Votes

    def __post_init__(self) -> None:
        self.written, self.left_out = 0, Counter[str]()

    def rows(self) -> Iterator[dict[str, object]]:
        of_item: dict[str, list[Pair]] = {}
        for pair in self.votes:
            of_item.setdefault(pair[1], []).append(pair)
        for item in self.study.items():
            outputs = {output.system.name: output for output in item.outputs.all()}
            prompt = self.study.prompt(item)
            for pair in of_item.get(item.external_id, ()):
                if row := self._row(pair, outputs):
                    self.written += 1
                    yield {"prompt": prompt, **row}

    def _row(self, pair: Pair, outputs: Mapping[str, Output]) -> dict[str, object] | None:
        criterion, item, first, second = pair
        verdicts = self.votes[pair]
        lead = verdicts[PREFERS_A] - verdicts[PREFERS_B]
        texts = {name: _text(outputs[name]) for name in (first, second)}
        if lead == 0 or not all(texts.values()):
            self.left_out["other" if lead else "tied"] += 1
            return None
        chosen, rejected = (first, second) if lead > 0 else (second, first)
        people = verdicts.total()
        return {
            "chosen": texts[chosen],
            "rejected": texts[rejected],
            "criterion": criterion,
            "strength": round(abs(lead) / people, 4),
            "agreement": round(max(verdicts[PREFERS_A], verdicts[PREFERS_B]) / people, 4),
            "people": people,
            "ties": verdicts[TIE],
            "item": item,
            "chosen_system": chosen,
            "rejected_system": rejected,
        }


def _text(output: Output) -> str:
    if turns := turns_of(output):
        return "\n\n".join(f"{turn.role}: {turn.text}" for turn in turns)
    return output.text if output.kind == Output.Kind.TEXT else ""


TOOL = Tool("preference-pairs", _("Preference pairs"), "zip", "application/zip", write)
