"""Several batches of one rubric compared together, and each apart."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from analysis.comparison.compare import compare
from analysis.comparison.results import BatchPart, Comparison, ComparisonSettings
from analysis.data.frame import Frame
from analysis.data.joint import joint_frame


def compare_batches(
    frames: Mapping[str, Frame],
    settings: ComparisonSettings | None = None,
    *,
    judges: Sequence[str] | None = None,
    progress: Callable[[float], None] | None = None,
) -> Comparison:
    """The comparison of all batches' ratings, with each batch's own as `batches`; of one batch its
    comparison. `frames` are by the batch's name, which is the level of the factor."""
    report_progress = progress or (lambda _share: None)
    if len(frames) == 1:
        return compare(next(iter(frames.values())), settings, judges=judges, progress=progress)
    steps = len(frames) + 1
    together = compare(
        joint_frame(frames),
        settings,
        judges=judges,
        progress=lambda share: report_progress(share / steps),
    )
    parts = []
    for number, (name, frame) in enumerate(frames.items(), 1):
        present = [judge for judge in together.judges if judge in frame.raters(judge=True)]
        part = compare(frame, settings, judges=present)
        parts.append(
            BatchPart(
                name,
                part.ratings,
                part.people,
                part.items,
                part.judges,
                part.criteria,
                part.overall,
            )
        )
        report_progress((number + 1) / steps)
    return replace(together, batches=tuple(parts))
