"""Replies with their correct scores. The same seed and number always give the same reply."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from tests.replies_generator import words
from tests.replies_generator.layouts import LAYOUTS, Layout
from tests.replies_generator.mutations import HARMLESS, UNCERTAIN, Draft, cut, echo
from tests.replies_generator.scores import DANGERS, bare, long
from tests.replies_generator.shapes import Asked, Shape

# `clear`: must be read to `values`. `open`: to these or refused. `uncertain`: must be refused.
Kind = Literal["clear", "open", "uncertain"]
STEP = 1_000_003  # a prime, so that two seeds share no reply


@dataclass(frozen=True)
class Case:
    """A reply, its correct scores by key, and the names of the rules that generated it."""

    shape: Shape
    kind: Kind
    text: str
    values: Mapping[str, int]
    made_by: tuple[str, ...]


def case(shapes: list[Shape], seed: int, number: int) -> Case:
    """Return the reply with this seed and number."""
    chance = random.Random(seed * STEP + number)
    shape = chance.choice(shapes)
    kind = chance.choices(("clear", "open", "uncertain"), weights=(60, 10, 30))[0]
    language = chance.choice(words.LANGUAGES)
    values = {asked.key: chance.choice(asked.values) for asked in shape.asked}
    if kind == "uncertain":
        return _uncertain(chance, shape, values, language)
    return _certain(chance, shape, values, language, is_cut=kind == "open")


def _certain(
    chance: random.Random, shape: Shape, values: Mapping[str, int], language: str, *, is_cut: bool
) -> Case:
    layout, takes_long = chance.choice(LAYOUTS[shape.format])
    slots = {
        asked.key: _clear(chance, asked, values[asked.key], language, takes_long=takes_long)
        for asked in shape.asked
    }
    harmless = [mutation for mutation in HARMLESS if not (is_cut and mutation is echo)]
    text, made_by = layout(chance, shape, slots, language), [layout.__name__]
    for _mutation in range(chance.choice((0, 0, 1, 1, 2))):
        mutation = chance.choice(harmless)
        changed = mutation(chance, Draft(shape, text, values, language))
        if changed is not None and mutation.__name__ not in made_by:
            text, made_by = changed, [*made_by, mutation.__name__]
    if is_cut:
        text = cut(chance, Draft(shape, text, values, language)) or ""
    return Case(shape, "open" if is_cut else "clear", text, values, tuple(made_by))


def _clear(
    chance: random.Random, asked: Asked, value: int, language: str, *, takes_long: bool
) -> str:
    roll = chance.random()
    if roll < 0.6:
        return str(value)
    is_long = takes_long and roll > 0.8
    return (long if is_long else bare)(chance, asked, value, language)


def _uncertain(
    chance: random.Random, shape: Shape, values: Mapping[str, int], language: str
) -> Case:
    while True:
        layout, _long = chance.choice(LAYOUTS[shape.format])
        attempt = _endangered if chance.random() < 0.6 else _mutated
        made = attempt(chance, shape, layout, values, language)
        if made is not None:
            text, name = made
            return Case(shape, "uncertain", text, values, (layout.__name__, name))


def _endangered(
    chance: random.Random, shape: Shape, layout: Layout, values: Mapping[str, int], language: str
) -> tuple[str, str] | None:
    """Return a reply with one score that could be misread and the name of the rule, or None if the
    rule does not apply."""
    asked, danger = chance.choice(shape.asked), chance.choice(DANGERS)
    written = danger(chance, asked, values[asked.key], language)
    if written is None:
        return None
    slots = {key: str(value) for key, value in values.items()} | {asked.key: written}
    return layout(chance, shape, slots, language), danger.__name__


def _mutated(
    chance: random.Random, shape: Shape, layout: Layout, values: Mapping[str, int], language: str
) -> tuple[str, str] | None:
    """Return a reply that leaves a score uncertain and its rule, or None if that is impossible."""
    mutation = chance.choice(UNCERTAIN)
    text = layout(chance, shape, {key: str(value) for key, value in values.items()}, language)
    changed = mutation(chance, Draft(shape, text, values, language))
    return None if changed is None else (changed, mutation.__name__)
