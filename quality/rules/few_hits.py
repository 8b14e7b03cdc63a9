"""People who left after a few HITs."""

from collections.abc import Collection

from django.db.models import Count
from django.utils.translation import gettext_lazy as _

from hits.models import Batch
from quality.rules import ExclusionRule, ruled_on


class FewHits(ExclusionRule):
    name = "few-hits"
    sentence = _("people with fewer than %(number)s responses")
    bounds = (2, 100_000)
    start = 5
    only_excludes = _("People who stop early have still done their submitted HITs.")

    def written(self, number: int) -> str:
        return f"fewer than {number} answers"

    def broken_by(self, batch: Batch, number: int) -> Collection[int]:
        answers = ruled_on(batch)
        few = (
            answers.order_by()
            .values("annotator")
            .annotate(given=Count("pk"))
            .filter(given__lt=number)
        )
        return list(
            answers.filter(annotator__in=few.values("annotator")).values_list("pk", flat=True)
        )


RULE = FewHits()
