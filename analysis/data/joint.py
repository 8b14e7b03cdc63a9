"""Ratings of several batches in one frame, with the batch as a factor. Django is not imported."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from analysis.data.frame import Frame, Labels

NAMES = ("hit", "item", "system", "other", "criterion", "target", "rater")


def joint_frame(frames: Mapping[str, Frame]) -> Frame:
    """Return the ratings of all frames, which share one rubric. The keys of `frames` are the names
    of the batches.

    Items, systems and judges with the same name are the same in every batch. People have a
    different pseudonym in each batch, so the batch's name is added to the pseudonym. Raises
    ValueError if the criteria differ.
    """
    if len(frames) == 1:
        return next(iter(frames.values()))
    parts = [_named_people(name, frame) for name, frame in frames.items()]
    first = parts[0]
    if any(dict(part.facts) != dict(first.facts) for part in parts):
        raise ValueError(
            "The batches measure different criteria. Choose batches with the same rubric."
        )
    columns = {name: _joined([getattr(part, name) for part in parts]) for name in NAMES}
    arrays = {
        name: np.concatenate([getattr(part, name) for part in parts])
        for name in ("judge", "position", "value")
    }
    lengths = {output: length for part in parts for output, length in part.lengths.items()}
    sides = {"lengths": lengths, "strata": _strata(parts)}
    return replace(first, **columns, **arrays, **sides)  # type: ignore[arg-type]


def _strata(parts: Sequence[Frame]) -> dict[str, int]:
    """Return a number for each item name, shared by items of the same batch or set of batches."""
    numbers: dict[tuple[int, ...], int] = {}
    batches: dict[str, tuple[int, ...]] = {}
    for number, frame in enumerate(parts):
        for name in frame.item.names:
            batches[name] = (*batches.get(name, ()), number)
    return {item: numbers.setdefault(those, len(numbers)) for item, those in batches.items()}


def _named_people(name: str, frame: Frame) -> Frame:
    people = set(np.unique(frame.rater.code[~frame.judge]).tolist())
    names = tuple(
        f"{name}: {rater}" if code in people else rater
        for code, rater in enumerate(frame.rater.names)
    )
    return replace(frame, rater=Labels(frame.rater.code, names))


def _joined(columns: Sequence[Labels]) -> Labels:
    return Labels.of(text for column in columns for text in column.texts())
