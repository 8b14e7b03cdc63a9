"""People who left after a few HITs."""

from collections.abc import Collection

from django.db.models import Count
from django.utils.translation import gettext_lazy as _

from hits.models import Assignment, Batch
from hits.models.exclusions import counted
from hits.review.rules import ExclusionRule


class FewHits(ExclusionRule):
    name = "few-hits"
    title = _("By annotators with fewer counted answers than")
    unit = ""
    bounds = (2, 100_000)
    start = 5

    def written(self, number: int) -> str:
        return f"fewer than {number} answers"

    def broken_by(self, batch: Batch, number: int) -> Collection[int]:
        answers = counted(Assignment.objects.filter(batch=batch))
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
