"""Comparison of several batches with the same rubric, together and separately. The ratings can also
be compared separately for each value of an item or list-entry field."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from analysis.comparison.compare import compare, judges_alone
from analysis.comparison.results import OF_A_PART, Comparison, ComparisonSettings, Part
from analysis.data.facts import MOST_VALUES, ItemField, MarkedSection, TwoScales
from analysis.data.frame import Frame
from analysis.data.joint import joint_frame
from analysis.data.metrics import MetricValues, joint_metrics
from analysis.data.scales import on_one_scale

_ENTRY = re.compile(r"\.(\d+)(?:\.|$)")


def part_of(name: str, comparison: Comparison, *, field: str = "") -> Part:
    counted = {each: getattr(comparison, each) for each in OF_A_PART}
    return Part(name=name, field=field, **counted)


def parts_by_field(
    frame: Frame, fields: Sequence[ItemField], settings: ComparisonSettings
) -> tuple[Part, ...]:
    """Return a part for each value of each field with 2 to `MOST_VALUES` distinct values. Values
    whose items have no ratings by people are left out."""
    scaled, two_scales = on_one_scale(frame, settings.scales)
    people_settings = replace(settings, scales={})
    parts = []
    for field in fields:
        values = field.distinct
        if not 1 < len(values) <= MOST_VALUES:
            continue
        place = {value: number for number, value in enumerate(values)}
        row_value = np.array([place.get(value, -1) for value in _values_of_rows(scaled, field)])
        for number, value in enumerate(values):
            rows = scaled.where(row_value == number)
            people = compare(rows.where(~rows.judge), people_settings, judges=())
            if people.ratings:
                part = part_of(value, people, field=field.name)
                parts.append(_with_judges(part, rows, settings, two_scales))
    return tuple(parts)


def _with_judges(
    part: Part,
    rows: Frame,
    settings: ComparisonSettings,
    two_scales: Mapping[tuple[str, str], TwoScales],
) -> Part:
    judged = tuple(
        replace(
            criterion,
            judges=judges_alone(
                rows.of_criterion(criterion.facts.key), criterion.facts, settings, two_scales
            ),
        )
        for criterion in part.criteria
    )
    return replace(part, criteria=judged, judges=rows.raters(judge=True))


def _values_of_rows(frame: Frame, field: ItemField) -> list[str]:
    """Return the field's value for each rating, from the rated item or list entry. The value is ""
    if the item or entry has no value."""
    matches = [_ENTRY.search(target) for target in frame.target.names]
    entries = [int(match[1]) - 1 if match else None for match in matches]  # counted from 0
    pairs, place = np.unique(
        np.stack([frame.item.code, frame.target.code]), axis=1, return_inverse=True
    )
    pair_values = [
        _value(field.values.get(frame.item.names[item], ""), entries[target])
        for item, target in pairs.T.tolist()
    ]
    return [pair_values[number] for number in place.reshape(-1).tolist()]


def _value(value: str | Sequence[str], entry: int | None) -> str:
    if isinstance(value, str):
        return value
    return value[entry] if entry is not None and 0 <= entry < len(value) else ""


def compare_batches(
    frames: Mapping[str, Frame],
    settings: ComparisonSettings | None = None,
    *,
    judges: Sequence[str] | None = None,
    fields: Sequence[ItemField] = (),
    metrics: Mapping[str, tuple[MetricValues, ...]] | None = None,
    unseen: Mapping[str, tuple[str, ...]] | None = None,
    marks: Sequence[MarkedSection] = (),
    progress: Callable[[float], None] | None = None,
) -> Comparison:
    """Return the comparison of people and judges over the ratings of all batches together. `frames`
    and `metrics` have the names of the batches as keys. With several batches, the result's
    `batches` has a comparison of each batch. The result's `by_field` has a comparison for each
    value of the item fields in `fields`."""
    report_progress = progress or (lambda _share: None)
    together, of_batch = joint_frame(frames), metrics or {}
    by_field = parts_by_field(together, fields, settings or ComparisonSettings())
    steps = len(frames) + 1 if len(frames) > 1 else 1
    result = compare(
        together,
        settings,
        judges=judges,
        metrics=joint_metrics(of_batch),
        unseen=unseen,
        marks=marks,
        progress=lambda share: report_progress(share / steps),
    )
    if len(frames) == 1:
        return replace(result, by_field=by_field)
    parts = []
    for number, (name, frame) in enumerate(frames.items(), 1):
        present = [judge for judge in result.judges if judge in frame.raters(judge=True)]
        part = compare(frame, settings, judges=present, metrics=of_batch.get(name, ()))
        parts.append(part_of(name, part))
        report_progress((number + 1) / steps)
    return replace(result, batches=tuple(parts), by_field=by_field)
