"""Answers given faster than anybody could."""

from collections.abc import Collection

from django.utils.translation import gettext_lazy as _

from hits.models import Assignment, Batch
from hits.models.exclusions import counted
from hits.review.flags import faster_than
from hits.review.rules import ExclusionRule


class Faster(ExclusionRule):
    name = "faster"
    title = _("Taken to submitted faster than")
    unit = _("seconds")
    bounds = (1, 86400)
    start = 10

    def written(self, number: int) -> str:
        return f"faster than {number} s"

    def broken_by(self, batch: Batch, number: int) -> Collection[int]:
        answers = counted(Assignment.objects.filter(batch=batch))
        return list(answers.filter(faster_than(number)).values_list("pk", flat=True))


RULE = Faster()
