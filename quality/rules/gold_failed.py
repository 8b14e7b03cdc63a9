"""People who failed a number of gold HITs."""

from collections.abc import Collection

from django.utils.translation import gettext_lazy as _

from hits.models import Batch
from quality.results import gold_by_annotator
from quality.rules import GoldRule
from quality.verdicts import failed_often
from recruiting.rejection import Ground


class GoldFailed(GoldRule):
    name = "gold-failed"
    sentence = _("people who fail %(number)s of their gold HITs")
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


RULE = GoldFailed()
