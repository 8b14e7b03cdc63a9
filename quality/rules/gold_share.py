"""People whose share of gold passed is too small, the whole interval of it."""

from collections.abc import Collection

from django.utils.translation import gettext_lazy as _

from hits.models import Batch
from quality.results import gold_by_annotator
from quality.rules import GoldRule
from quality.verdicts import surely_below
from recruiting.rejection import Ground


class GoldShare(GoldRule):
    name = "gold-share"
    sentence = _(
        "people who surely pass less than %(number)s %% of their gold HITs (95 %% interval)"
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


RULE = GoldShare()
