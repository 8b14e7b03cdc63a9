"""Cells of a tidy table that are not plain text: numbers, labels, verdicts and positions. This
module does not import Django."""

import math
import re
from collections.abc import Mapping

from analysis.data.facts import PREFERS_A, PREFERS_B, TIE

MISSING = {"", "na", "n/a", "nan", "null", "<na>", "#n/a"}
FIRST, SECOND = {"a", "1", "1.0", "model_a"}, {"b", "2", "2.0", "model_b"}
TIES = {"tie", "0", "0.0", "tie (bothbad)"}
SHOWN = {"": 0, "1": 1, "2": 2, "1.0": 1, "2.0": 2, "ab": 1, "ba": 2, "a": 1}
FURTHER = {str(place): place for place in range(3, 13)}  # on a page of more than two outputs
# Numbers as people and programs write them. Python would also accept 1_000 and digits of other
# scripts.
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
# A number with a decimal comma. A comma before three digits may separate thousands.
_WITH_COMMA = re.compile(r"[+-]?\d+,(\d{1,2}|\d{4,})", re.ASCII)
_LIKE_A_NUMBER = re.compile(r"[+-]?([\d\s.,'/%_]+(e[+-]?\d+)?|inf(inity)?)", re.IGNORECASE)


class BadCellError(ValueError):
    """Raised if a cell of a row is invalid. The message says how to fix the cell."""

    def __init__(self, what: str, remedy: str = "") -> None:
        super().__init__(what)
        self.what, self.remedy = what, remedy


def number_of(text: str) -> float | None:
    """Return the number in a cell, or None if the cell does not contain a finite number."""
    plain = text.replace(",", ".") if _WITH_COMMA.fullmatch(text) else text
    number = float(plain) if _NUMBER.fullmatch(plain) else math.inf
    return number if math.isfinite(number) else None


def like_a_number(text: str) -> bool:
    """Return whether a cell resembles a number, for example 4, 1,234, 4/5, 85% or inf."""
    return _LIKE_A_NUMBER.fullmatch(text) is not None


def label_key(text: str) -> str:
    """Return a key that is equal for labels that differ only in letter case or spaces."""
    return " ".join(text.casefold().split())


def verdict_of(preference: str, system: str, other: str) -> int:
    """Return the verdict in a cell that names the preferred output by a letter, a number or its
    system. Raises BadCellError if the cell is unclear."""
    if other == system:
        raise BadCellError(f"the preference compares “{system}” with itself.")
    text = preference.lower()
    by_letter = (
        PREFERS_A
        if text in FIRST
        else PREFERS_B
        if text in SECOND
        else TIE
        if text in TIES
        else None
    )
    by_name = {system: PREFERS_A, other: PREFERS_B}.get(preference)
    choices = {choice for choice in (by_letter, by_name) if choice is not None}
    if not choices:
        raise BadCellError(
            f"the preference “{preference}” is unknown.",
            "Write a (or 1), b (or 2), tie (or 0), or the preferred system's name.",
        )
    if len(choices) > 1:
        raise BadCellError(
            f"the preference “{preference}” can mean a place or the system of that name.",
            "Rename the systems.",
        )
    return choices.pop()


def position_of(cells: Mapping[str, str]) -> int:
    """Return the position of the output of `system` on the page, from 1, or 0 if it is unknown.
    Raises BadCellError if a cell is invalid."""
    pair = bool(cells["system_b"])
    places = SHOWN if pair else SHOWN | FURTHER
    positions = {
        "position": places.get(cells["position"].lower()),
        "order": SHOWN.get(cells["order"].lower()),
    }
    one_to_twelve = "1 or 2" if pair else "a number from 1 to 12"
    for name, allowed in (("position", one_to_twelve), ("order", "ab or ba")):
        if positions[name] is None:
            raise BadCellError(
                f"the {name} “{cells[name]}” is unknown.", f"Write {allowed}, or leave it empty."
            )
    return positions["position"] or (positions["order"] if pair else 0) or 0
