"""Exclusion rules about gold HITs and retests."""

from collections.abc import Collection

from django.utils.translation import gettext_lazy as _

from hits.models import Batch
from quality.results import gold_by_annotator, retests_by_annotator
from quality.rules import ExclusionRule, GoldRule, answers_of, enrolments_of
from quality.verdicts import failed_often, surely_below
from recruiting.rejection import Ground


class GoldFailed(GoldRule):
    name = "gold-failed"
    sentence = _("people who fail at least %(number)s gold HITs")
    bounds = (1, 1000)
    start = 2
    ground = Ground.FAILED_CHECKS

    def written(self, number: int) -> str:
        return f"at least {number} gold failed"

    def broken_by_people(
        self, batch: Batch, number: int, enrolments: Collection[int]
    ) -> Collection[int]:
        results = gold_by_annotator(batch, enrolments)
        failures = {enrolment: result.failed for enrolment, result in results.items()}
        return failed_often(failures, number)


class GoldShare(GoldRule):
    name = "gold-share"
    sentence = _(
        "people who pass less than %(number)s %% of their gold HITs, with 95 %% confidence"
    )
    bounds = (1, 100)
    start = 70
    ground = Ground.SHARE_OF_CHECKS

    def written(self, number: int) -> str:
        return f"gold passed surely below {number} %"

    def broken_by_people(
        self, batch: Batch, number: int, enrolments: Collection[int]
    ) -> Collection[int]:
        results = gold_by_annotator(batch, enrolments)
        shares = {key: (result.passed, result.answered) for key, result in results.items()}
        return surely_below(shares, number)


class RetestShare(ExclusionRule):
    name = "retest-share"
    sentence = _(
        "people who repeat less than %(number)s %% of their answers in retests, with 95 %% "
        "confidence"
    )
    bounds = (1, 100)
    start = 40
    only_excludes = _("People can change their minds and give a different answer.")

    def written(self, number: int) -> str:
        return f"retests the same surely below {number} %"

    def broken_by(self, batch: Batch, number: int) -> Collection[int]:
        results = retests_by_annotator(batch, enrolments_of(batch))
        shares = {key: (result.same, result.questions) for key, result in results.items()}
        return answers_of(batch, surely_below(shares, number))
