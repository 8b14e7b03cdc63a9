"""Running the pre-publish checks on a draft's sample, and combining the findings with decisions on
them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Count

from hits.batches.preflight.base import Finding
from hits.batches.preflight.checks import CHECKS
from hits.batches.publishing import staged_sample
from hits.models import AcceptedFinding, Batch, LeftOutItem, MaskedOutput

WORDS = {check.name: check.words for check in CHECKS}


@dataclass(frozen=True)
class LeftOut:
    """The number of items that were left out of the sample because of a check."""

    check: str
    items: int


@dataclass(frozen=True)
class Preflight:
    """The result of all checks: the `open` and `accepted` findings, the numbers of items `left_out`
    because of each check, and the number of `masked` outputs. `clean` is the number of checks
    without findings. `looked_at` is the time of a stored result, or None for a new one."""

    open: Sequence[Finding]
    accepted: Sequence[Finding]
    left_out: Sequence[LeftOut]
    masked: int
    clean: int
    looked_at: datetime | None = None

    @property
    def musts(self) -> Sequence[Finding]:
        return [finding for finding in self.open if finding.must]


def preflight(batch: Batch, *, eligible: int | None = None) -> Preflight:
    """Run every check on the draft's sample, and return the result. The number of queries does not
    depend on the number of outputs. `eligible` is the number of eligible items if it is known.
    Raises RateroomError if no sample can be drawn."""
    return decided(batch, find(batch, eligible=eligible))


def find(
    batch: Batch, *, eligible: int | None = None, tell: Callable[[int], None] | None = None
) -> list[Finding]:
    """Run every check on the draft's sample, and return the findings. Before each check, `tell` is
    called with the number of completed checks. Raises RateroomError if no sample can be drawn."""
    findings = []
    with staged_sample(batch, eligible=eligible) as cursor:
        for done, each in enumerate(CHECKS):
            if tell is not None:
                tell(done)
            if finding := each.check(cursor, batch):
                findings.append(finding)
    return findings


def decided(
    batch: Batch, findings: Sequence[Finding], *, looked_at: datetime | None = None
) -> Preflight:
    """Return the result with these findings in the user's language, and the decisions on them."""
    worded = [_in_words(finding) for finding in findings]
    accepted = set(
        AcceptedFinding.objects.filter(batch=batch).values_list("check_name", "fingerprint")
    )
    is_accepted = [(finding.check, finding.fingerprint) in accepted for finding in worded]
    counts = LeftOutItem.objects.filter(batch=batch).values_list("check_name")
    return Preflight(
        open=[finding for finding, done in zip(worded, is_accepted, strict=True) if not done],
        accepted=[finding for finding, done in zip(worded, is_accepted, strict=True) if done],
        left_out=[
            LeftOut(name, count)
            for name, count in counts.annotate(items=Count("pk")).order_by("check_name")
        ],
        masked=MaskedOutput.objects.filter(batch=batch).count(),
        clean=len(CHECKS) - len(worded),
        looked_at=looked_at,
    )


def _in_words(finding: Finding) -> Finding:
    title, text = WORDS[finding.check](finding)
    return replace(finding, title=title, text=text)
