"""The questions of a rubric as the generator needs them: labels, scores, texts and positions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from surveys.base import ShownOutput, Stimulus
from surveys.loading import library_names, library_rubric, load_rubric
from surveys.questions import panels
from surveys.spec import Rubric
from tests.surveys.shown import SHOWN

WRITTEN = frozenset({"section-lines", "bracketed", "marks", "tag", "entry-json"})
KINDS = frozenset({"choice", "scale", "preference"})

OWN = """
name: {name}
title: Rate
summary: Rate it.
instructions: Rate it.
stimulus: [{{block: outputs}}]
criteria:
  - {{key: first, title: Fluency, level: interval, best: {best}}}
  - {{key: second, title: Number of errors, level: interval, best: {best}}}
sections:
  - {{key: reasons, kind: text, title: Reasons}}
  - {{key: scores, kind: scale, title: Scores, criteria: {criteria}, low: {low}, high: {high}}}
reply: {reply}
"""
REPLIES = {
    "lines": "{format: section-lines, word: Part}",
    "bracketed": "{format: bracketed, headers: {reasons: Grounds, scores: Scores}}",
    "marks": '{format: marks, reasons: reasons, marks: {first: "§", second: "¤"}}',
    "tag": "{format: tag, tag: score, lead: Score-, explanation: reasons}",
}
SCALES = {
    "reversed": {"best": "lowest", "low": 1, "high": 3},
    "wide": {"best": "highest", "low": 0, "high": 100},
}


@dataclass(frozen=True)
class Asked:
    """A requested score. `amounts` says whether fractions such as 4/5 are read (rule 2.1)."""

    key: str
    label: str
    values: Sequence[int]
    amounts: bool
    words: Mapping[int, str]
    is_option: bool
    chooses: bool

    @property
    def top(self) -> int:
        return max(self.values)


@dataclass(frozen=True)
class Shape:
    """A rubric and its reply format. A part is a title with its scores or text labels."""

    rubric: Rubric
    stimulus: Stimulus
    format: str
    reply: Mapping
    asked: Sequence[Asked]
    parts: Sequence[tuple[str, Sequence[Asked], Sequence[str]]]
    entry_names: Sequence[Sequence[str]] = field(default_factory=tuple)

    @property
    def name(self) -> str:
        return self.rubric.name


def shapes() -> list[Shape]:
    """Return the library rubrics that the document covers, and additional scales, without gates."""
    library = [(library_rubric(name), SHOWN[name]) for name in library_names() if name in SHOWN]
    rubrics = [*library, *((_own(scale, reply), ONE) for scale in SCALES for reply in REPLIES)]
    made = [
        _shape(rubric, stimulus) for rubric, stimulus in rubrics if _is_described(rubric, stimulus)
    ]
    return [shape for shape in made if shape.asked]


ONE = Stimulus(outputs=[ShownOutput("a", 1, "x")])


def _own(scale: str, reply: str) -> Rubric:
    criteria = "[second]" if reply == "tag" else "[first, second]"
    options = SCALES[scale] | {"criteria": criteria, "reply": REPLIES[reply]}
    text = OWN.format(name=f"{scale}-{reply}", **options)
    return load_rubric(text if reply != "tag" else _without_first(text))


def _without_first(text: str) -> str:
    return "\n".join(line for line in text.split("\n") if "key: first" not in line)


def _is_described(rubric: Rubric, stimulus: Stimulus) -> bool:
    kinds = {section.kind for section in rubric.sections if section.answers == "scores"}
    has_points = rubric.reply.format != "entry-json" or "key_points" in stimulus.fields
    is_open = all(section.show_if is None for section in rubric.sections)
    return rubric.reply.format in WRITTEN and kinds <= KINDS and has_points and is_open


def _shape(rubric: Rubric, stimulus: Stimulus) -> Shape:
    reply = rubric.reply.model_dump()
    if reply["format"] == "entry-json":
        asked, names = _entries(stimulus.fields["key_points"])
        return Shape(rubric, stimulus, "entry-json", reply, asked, [], names)
    best = {criterion.key: criterion.best for criterion in rubric.criteria}
    parts = []
    for panel in panels(rubric, stimulus):
        if panel.section.answers == "entries":
            continue
        place = str(panel.output.position) if panel.output else ""
        header = reply.get("headers", {}).get(panel.section.key, panel.title)
        scores = [_asked(question, best) for question in panel.questions if not question.is_text]
        texts = [question.label for question in panel.questions if question.is_text]
        parts.append((header.replace("{n}", place), scores, texts))
    asked = [score for _header, scores, _texts in parts for score in scores]
    return Shape(rubric, stimulus, reply["format"], reply, asked, parts)


def _asked(question, best: Mapping[str, str]) -> Asked:
    options = dict(question.worded())
    ends = {
        getattr(question, "low", None): getattr(question, "low_label", ""),
        getattr(question, "high", None): getattr(question, "high_label", ""),
    }
    words = {value: text for value, text in ends.items() if text}
    words |= getattr(question, "anchors", {}) | options
    more_is_better = best.get(question.criterion or "", "highest") == "highest"
    return Asked(
        key=question.key,
        label=question.label,
        values=list(question.values()),
        amounts=more_is_better and not options,
        words=words,
        is_option=bool(options),
        chooses=question.chooses_output,
    )


def _entries(points: Sequence[str]) -> tuple[list[Asked], list[list[str]]]:
    """Return the scores of the entries, and the names that the document allows for each entry."""
    short = [point.split(" (")[0] for point in points]
    asked, names = [], []
    for number, (point, name) in enumerate(zip(points, short, strict=True), 1):
        asked.append(Asked(f"key_point.{number}", name, [0, 1], True, {}, False, False))
        own = [name] if short.count(name) == 1 else []
        names.append([*own, point, f"key_point_{number}"])
    return asked, names
