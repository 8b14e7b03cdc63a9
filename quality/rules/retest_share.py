"""People who answer too few questions the same when a HIT is asked again."""

from collections.abc import Collection

from django.utils.translation import gettext_lazy as _

from hits.models import Batch
from quality.results import retests_by_annotator
from quality.rules import ExclusionRule, answers_of, enrolments_of
from quality.verdicts import surely_below


class RetestShare(ExclusionRule):
    name = "retest-share"
    sentence = _(
        "people who surely answer less than %(number)s %% of retest questions "
        "the same (95 %% interval)"
    )
    bounds = (1, 100)
    start = 40
    only_excludes = _("People can change their mind, and need not give the same judgement twice.")

    def written(self, number: int) -> str:
        return f"retests the same surely below {number} %"

    def broken_by(self, batch: Batch, number: int) -> Collection[int]:
        results = retests_by_annotator(batch, enrolments_of(batch))
        shares = {key: (result.same, result.questions) for key, result in results.items()}
        return answers_of(batch, surely_below(shares, number))


RULE = RetestShare()
