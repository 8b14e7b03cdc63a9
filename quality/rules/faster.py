"""Answers given faster than anybody could."""

from collections.abc import Collection

from django.utils.translation import gettext_lazy as _

from hits.models import Batch
from hits.review.flags import faster_than
from quality.rules import ExclusionRule, ruled_on
from recruiting.rejection import Ground


class Faster(ExclusionRule):
    name = "faster"
    sentence = _("responses submitted in less than %(number)s seconds")
    bounds = (1, 86400)
    start = 10
    ground = Ground.TIME_OF_A_HIT

    def written(self, number: int) -> str:
        return f"faster than {number} s"

    def broken_by(self, batch: Batch, number: int) -> Collection[int]:
        return list(ruled_on(batch).filter(faster_than(number)).values_list("pk", flat=True))


RULE = Faster()
