"""Rows of the page of checks: as many statements for fifty annotators as for one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F

from database.aggregates import Median, Seconds
from desk.review.table import PER_PAGE
from hits.models import HIT, Assignment, Batch, CheckCredit, Enrolment, GoldKey
from hits.models.work import attach_outputs
from hits.states import ANSWERED
from quality.gold.rules import rules_in_words
from quality.intervals import wilson
from quality.results import (
    GoldOutcome,
    GoldResult,
    RetestResult,
    gold_by_annotator,
    outcomes_by_gold,
    retests_by_annotator,
)


@dataclass(frozen=True)
class Share:
    """A share of a count with its 95 % interval (Wilson), in whole percent."""

    part: int
    whole: int

    @property
    def percent(self) -> int:
        return round(100 * self.part / self.whole) if self.whole else 0

    @property
    def low(self) -> int:
        return round(100 * wilson(self.part, self.whole)[0])

    @property
    def high(self) -> int:
        return round(100 * wilson(self.part, self.whole)[1])


@dataclass(frozen=True)
class AnnotatorRow:
    """One annotator of the batch; `seconds` is the median of their HITs."""

    enrolment: Enrolment
    gold: GoldResult
    retest: RetestResult
    seconds: float | None

    @property
    def passed(self) -> Share:
        return Share(self.gold.passed, self.gold.answered)

    @property
    def same(self) -> Share:
        return Share(self.retest.same, self.retest.questions)


@dataclass(frozen=True)
class GoldRow:
    key: GoldKey
    item: str
    systems: Sequence[str]
    accepted: str
    outcome: GoldOutcome


@dataclass(frozen=True)
class Budget:
    """Checks that escrow was to pay for, and those that may still be claimed."""

    planned: int
    unclaimed: int

    @property
    def is_spent(self) -> bool:
        return self.planned > 0 and self.unclaimed == 0


def annotator_rows(batch: Batch, *, after: int) -> tuple[list[AnnotatorRow], int | None]:
    """Annotators who submitted anything, after the enrolment `after`, and what the next page comes
    after."""
    submitted = Enrolment.objects.filter(batch=batch, submitted__gt=0, pk__gt=after)
    enrolments = list(submitted.order_by("pk")[: PER_PAGE + 1])
    following = enrolments[PER_PAGE - 1].pk if len(enrolments) > PER_PAGE else None
    enrolments = enrolments[:PER_PAGE]
    ids = [enrolment.pk for enrolment in enrolments]
    gold, retests = gold_by_annotator(batch, ids), retests_by_annotator(batch, ids)
    seconds = _median_seconds(batch, enrolments)
    rows = [
        AnnotatorRow(
            enrolment,
            gold.get(enrolment.pk, GoldResult()),
            retests.get(enrolment.pk, RetestResult()),
            seconds.get(enrolment.pk),
        )
        for enrolment in enrolments
    ]
    return rows, following


def _median_seconds(batch: Batch, enrolments: Sequence[Enrolment]) -> dict[int, float]:
    people = [enrolment.annotator_id for enrolment in enrolments]
    answered = Assignment.objects.filter(batch=batch, annotator__in=people, state__in=ANSWERED)
    elapsed = Median(Seconds(F("submitted_at") - F("accepted_at")))
    rows = answered.filter(hit__purpose=HIT.Purpose.MAIN).order_by().values_list("enrolment")
    return {pk: seconds for pk, seconds in rows.annotate(seconds=elapsed) if pk is not None}


def gold_rows(batch: Batch) -> list[GoldRow]:
    """All gold of the batch, what good annotators fail first."""
    gold = batch.gold_keys.filter(purpose=GoldKey.Purpose.GOLD)
    keys = list(gold.select_related("item").order_by("pk"))
    hits: list[Any] = [HIT(batch=batch, item=key.item, output_ids=key.output_ids) for key in keys]
    attach_outputs(hits)
    outcomes = outcomes_by_gold(batch)
    rows = [
        GoldRow(
            key,
            key.item.external_id,
            [output.system.name for output in hit.outputs],
            rules_in_words(key.rules),
            outcomes.get(key.pk, GoldOutcome()),
        )
        for key, hit in zip(keys, hits, strict=True)
    ]
    return sorted(
        rows, key=lambda row: (-row.outcome.is_doubtful, -row.outcome.failed_by_good, row.key.pk)
    )


def budget_of(batch: Batch) -> Budget:
    return Budget(batch.checks_planned, CheckCredit.objects.filter(batch=batch).count())
