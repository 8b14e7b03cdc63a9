"""The reasons for rejections that a panel accepts. For other reasons, responses can still be
excluded from the results, because an exclusion does not affect pay."""

from collections.abc import Iterator
from enum import StrEnum

from django.utils.translation import gettext as _

from hits.models import Batch
from recruiting.models import Panel
from recruiting.prolific.models import Study

SHORT_STUDY = 5  # minutes; for longer sessions, Prolific requires a second failed check
DEVIATIONS = 3


class Ground(StrEnum):
    """The quantities that an exclusion rule can measure. Whether a panel accepts rejections by the
    rule depends on the quantity."""

    TIME_OF_A_HIT = "time of a HIT"
    TIME_OF_A_PERSON = "time of a person"
    FAILED_CHECKS = "failed checks"
    SHARE_OF_CHECKS = "share of checks"
    SAME_ANSWERS = "same answers"


def why_prolific_refuses(ground: Ground, number: int, *, minutes: int | None = None) -> str:
    """Return why Prolific does not accept rejections by a rule, or "" if it accepts them. `ground`
    is what the rule measures, and `number` is the rule's threshold. `minutes` is the stated length
    of a session, or None if unknown."""
    if ground == Ground.TIME_OF_A_PERSON:
        return "" if number >= DEVIATIONS else _speed()
    if ground == Ground.TIME_OF_A_HIT:
        return _speed()
    if ground == Ground.FAILED_CHECKS:
        least = 1 if minutes is not None and minutes < SHORT_STUDY else 2
        return "" if number >= least else _one_check()
    if ground == Ground.SHARE_OF_CHECKS:
        return _(
            "Prolific requires at least two failed checks. It does not accept a "
            "percentage of failed checks."
        )
    return _(
        "Prolific accepts rejections for time, failed checks or missing answers, but not for "
        "patterns in answers."
    )


def _speed() -> str:
    return _(
        "Prolific accepts only one speed rule: a total time at least 3 standard deviations "
        "below the mean log time. It does not accept the time of one page."
    )


def _one_check() -> str:
    return _("Prolific requires two failed checks, unless the study takes under 5 minutes.")


def why_not_reject(batch: Batch, ground: Ground, number: int) -> str:
    """Return why Prolific does not accept rejections by a rule with this ground and threshold, or
    "" if it accepts them. The result is also "" if the batch has no study at Prolific."""
    study = Study.objects.filter(batch=batch).first()
    if study is None:
        return ""
    return why_prolific_refuses(ground, number, minutes=study.minutes)


def notes_on_rejection(batch: Batch) -> Iterator[str]:
    """Yield one sentence about rejections for each of the batch's panels other than Prolific."""
    for name in Panel.objects.filter(batch=batch).order_by("name").values_list("name", flat=True):
        if name == "SONA":
            yield _("SONA gives credit. Rejecting a response here does not withdraw the credit.")
        else:
            yield _(
                "We do not know which reasons for rejection %(panel)s accepts. Check its terms."
            ) % {"panel": name}
