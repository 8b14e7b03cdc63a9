"""Several batches with one rubric, compared together and separately."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from analysis.comparison.by_field import part_of, parts_by_field
from analysis.comparison.compare import compare
from analysis.comparison.results import Comparison, ComparisonSettings
from analysis.data.facts import ItemField, MarkedSection
from analysis.data.frame import Frame
from analysis.data.joint import joint_frame
from analysis.data.metrics import MetricValues, joint_metrics


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
    """Return the comparison of all batches' ratings, with each batch's own comparison in `batches`;
    for one batch, its comparison. `frames` and `metrics` are by the batch's name, which is the
    level of the factor. People's ratings are also compared separately by the items' `fields`."""
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
