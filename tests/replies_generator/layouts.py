"""Whole replies in all layouts of every reply format (section 8 of the document)."""

import json
import random
from collections.abc import Callable, Mapping

from tests.replies_generator import words
from tests.replies_generator.scores import filled
from tests.replies_generator.shapes import Shape

Slots = Mapping[str, str]
# A layout writes the slots, one score a question, into a reply.
Layout = Callable[[random.Random, Shape, Slots, str], str]


def reasons(chance: random.Random, language: str) -> str:
    """Return a text for the place before the first score. It can contain other numbers."""
    kinds = (words.PLAIN, words.COUNTED)
    parts = [filled(chance, chance.choice(chance.choice(kinds)[language])) for _part in range(2)]
    return f"{parts[0]}, {parts[1]}."


def closing(chance: random.Random, language: str) -> str:
    """Return a text for the place after the scores (section 6)."""
    return filled(chance, chance.choice(words.CLOSINGS[language]))


def names(shape: Shape) -> dict[str, str]:
    """Return what a reply can call each question: `Section 2`, its title, or its list entry."""
    if shape.format == "section-lines":
        word = shape.reply["word"]
        return {asked.key: f"{word} {place}" for place, asked in enumerate(shape.asked, 1)}
    if shape.format == "entry-json":
        pairs = zip(shape.asked, shape.entry_names, strict=True)
        return {asked.key: entry[0] for asked, entry in pairs}
    return {asked.key: asked.label for asked in shape.asked}


# Section lines.


def section_lines(chance: random.Random, shape: Shape, slots: Slots, language: str) -> str:
    pattern = chance.choice(("{n}: {s}", "{n}: {s}", "- {n}: {s}", "**{n}:** {s}", "{n} = {s}"))
    return _lines(chance, shape, slots, language, pattern)


def titled_lines(chance: random.Random, shape: Shape, slots: Slots, language: str) -> str:
    pattern = chance.choice(("{t}: {s}", "{n} ({t}): {s}", "{n}: {t}\n{a}: {s}", "{t} - {s}"))
    return _lines(chance, shape, slots, language, pattern)


def _lines(chance: random.Random, shape: Shape, slots: Slots, language: str, pattern: str) -> str:
    called = names(shape)
    answer = chance.choice(("Answer", "Score", "My answer"))
    lines = [
        pattern.format(n=called[asked.key], t=asked.label, s=slots[asked.key], a=answer)
        for asked in shape.asked
    ]
    if chance.random() < 0.15:
        chance.shuffle(lines)
    comment = [text for _title, _scores, texts in shape.parts for text in texts]
    if comment and chance.random() < 0.3:
        lines.append(f"{comment[0]}: {closing(chance, language)}")
    return "\n".join(lines)


def lines_as_json(chance: random.Random, shape: Shape, slots: Slots, language: str) -> str:
    del language
    called = names(shape)
    if chance.random() < 0.3:
        records = [{"section": n, "answer": slots[a.key]} for n, a in enumerate(shape.asked, 1)]
        return json.dumps(records)
    return json.dumps({called[asked.key]: _in_json(slots[asked.key]) for asked in shape.asked})


def _in_json(slot: str) -> object:
    return int(slot) if slot.isdecimal() and slot.isascii() else slot


# Bracketed sections.


def bracketed(chance: random.Random, shape: Shape, slots: Slots, language: str) -> str:
    head = chance.choice(("[{}]:", "[{}]", "## [{}]", "**[{}]**"))
    line = chance.choice(("- {}: {}", "{}: {}", "* **{}:** {}"))
    blocks = [
        "\n".join(
            [
                head.format(header),
                *(line.format(asked.label, slots[asked.key]) for asked in scores),
                *(f"- {text}: {reasons(chance, language)}" for text in texts if len(texts) > 1),
                *(reasons(chance, language) for text in texts if len(texts) == 1),
            ]
        )
        for header, scores, texts in shape.parts
    ]
    return chance.choice(("\n", "\n\n")).join(blocks)


def bracketed_json(chance: random.Random, shape: Shape, slots: Slots, language: str) -> str:
    del chance, language
    scored = [part for part in shape.parts if part[1]]
    return json.dumps(
        {
            header: {asked.label: _in_json(slots[asked.key]) for asked in scores}
            for header, scores, _texts in scored
        }
    )


# Marks.


def marks(chance: random.Random, shape: Shape, slots: Slots, language: str) -> str:
    pattern = chance.choice(
        ("The {t} score is {m}{s}{m}.", "{t}: {m}{s}{m}", "The {t} is {m}{s}{m}")
    )
    lines = [
        pattern.format(t=asked.label, m=shape.reply["marks"][asked.key], s=slots[asked.key])
        for asked in shape.asked
    ]
    return "\n".join([reasons(chance, language), *lines])


def unmarked(chance: random.Random, shape: Shape, slots: Slots, language: str) -> str:
    lines = [f"{asked.label}: {slots[asked.key]}" for asked in shape.asked]
    return "\n".join([reasons(chance, language), *lines, ""])


# Tag.


def tag(chance: random.Random, shape: Shape, slots: Slots, language: str) -> str:
    (asked,) = shape.asked
    name, lead = shape.reply["tag"], shape.reply["lead"]
    score = chance.choice((f"{lead} ", f"{lead}\n", "", "**Score-** "))
    return f"{reasons(chance, language)}\n\n{score}<{name}>{slots[asked.key]}</{name}>"


def untagged(chance: random.Random, shape: Shape, slots: Slots, language: str) -> str:
    (asked,) = shape.asked
    name = chance.choice(("Score", "Final score", asked.label))
    return f"{reasons(chance, language)}\n{name}: {slots[asked.key]}\n"


# Entries in JSON.


def entry_json(chance: random.Random, shape: Shape, slots: Slots, language: str) -> str:
    called = {
        asked.key: chance.choice(entry)
        for asked, entry in zip(shape.asked, shape.entry_names, strict=True)
    }
    body = {
        shape.reply["scores"]: {called[key]: _in_json(slots[key]) for key in slots},
        shape.reply["total"]: sum(text == "1" for text in slots.values()),
        shape.reply["reasons"]: {called[key]: closing(chance, language) for key in slots},
    }
    indent = chance.choice((None, 2))
    return json.dumps({shape.reply["root"]: body}, indent=indent, ensure_ascii=False)


# Layouts that were not asked for (8.1).


def _rows(shape: Shape) -> list[tuple[str, str, str]]:
    """Return the number or header, the title and the key of every score."""
    if shape.format == "entry-json":
        return [("", names(shape)[asked.key], asked.key) for asked in shape.asked]
    return [
        (header, asked.label, asked.key)
        for header, scores, _texts in shape.parts
        for asked in scores
    ]


def table(chance: random.Random, shape: Shape, slots: Slots, language: str) -> str:
    rows = _rows(shape)
    if shape.format == "bracketed" and len({header for header, _title, _key in rows}) > 1:
        return _by_output(chance, rows, slots)
    head = chance.choice(("Criterion", "Name", "Title"))
    score = chance.choice(("Score", "Rating"))
    reason = chance.random() < 0.3
    lines = [f"| {head} | {score} |{' Reason |' if reason else ''}", "|---|---|---|"]
    lines += [
        f"| {title} | {slots[key]} |" + (f" {reasons(chance, language)} |" if reason else "")
        for _header, title, key in rows
    ]
    return "\n".join(lines)


def _by_output(chance: random.Random, rows: list[tuple[str, str, str]], slots: Slots) -> str:
    """Return a Markdown table with a column or a row for each output."""
    headers = list(dict.fromkeys(header for header, _title, _key in rows))
    titles = list(dict.fromkeys(title for _header, title, _key in rows))
    cells = {(header, title): slots[key] for header, title, key in rows}
    if chance.random() < 0.5:
        grid = [["", *titles], *([head, *(cells[head, t] for t in titles)] for head in headers)]
    else:
        grid = [
            ["Criterion", *headers],
            *([title, *(cells[head, title] for head in headers)] for title in titles),
        ]
    lines = ["| " + " | ".join(row) + " |" for row in grid]
    return "\n".join([lines[0], "|" + "---|" * len(grid[0]), *lines[1:]])


def elements(chance: random.Random, shape: Shape, slots: Slots, language: str) -> str:
    del language
    value = chance.choice(("score", "value"))
    return "\n".join(
        f'<rating part="{header}" criterion="{title}" {value}="{slots[key]}"/>'
        for header, title, key in _rows(shape)
    )


def objects(chance: random.Random, shape: Shape, slots: Slots, language: str) -> str:
    records: list[dict[str, object]] = []
    for header, title, key in _rows(shape):
        record = {"part": header} if shape.format == "bracketed" else {}
        records.append(record | {"criterion": title, "score": _in_json(slots[key])})
        if chance.random() < 0.3:
            records[-1]["reason"] = closing(chance, language)
    return json.dumps(records, ensure_ascii=False)


def records(chance: random.Random, shape: Shape, slots: Slots, language: str) -> str:
    """Return the scores as YAML-like records, sometimes with a reason."""
    written = []
    for header, title, key in _rows(shape):
        part = f"  part: {header}\n" if shape.format == "bracketed" else ""
        written.append(f"- criterion: {title}\n{part}  score: {slots[key]}")
        if chance.random() < 0.3:
            written[-1] += f"\n  reason: {closing(chance, language)}"
    return "\n".join([*written, ""])


def boxed(chance: random.Random, shape: Shape, slots: Slots, language: str) -> str:
    (slot,) = slots.values()
    if not (slot.isdecimal() and slot.isascii()):
        return tag(chance, shape, slots, language)
    form = chance.choice(("\\boxed{{{}}}", "$\\boxed{{{}}}$", "Score: \\boxed{{{}}}\n"))
    return f"{reasons(chance, language)}\n\n{form.format(slot)}"


OTHER: list[tuple[Layout, bool]] = [
    (table, False),
    (elements, False),
    (objects, False),
    (records, False),
]
# (layout, whether a score may be long: with a remark)
LAYOUTS: Mapping[str, list[tuple[Layout, bool]]] = {
    "section-lines": [(section_lines, True), (titled_lines, True), (lines_as_json, True), *OTHER],
    "bracketed": [(bracketed, True), (bracketed, True), (bracketed_json, True), *OTHER],
    "marks": [(marks, False), (marks, False), (unmarked, False), *OTHER],
    "tag": [(tag, True), (untagged, True), (boxed, False), *OTHER],
    "entry-json": [(entry_json, True), (entry_json, True), *OTHER],
}
