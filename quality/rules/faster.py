"""Answers given faster than anybody could."""

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from hits.review.flags import faster_than
from quality.rules import ResponseRule
from recruiting.rejection import Ground


class Faster(ResponseRule):
    name = "faster"
    sentence = _("responses submitted in less than %(number)s seconds")
    bounds = (1, 86400)
    start = 10
    ground = Ground.TIME_OF_A_HIT

    def written(self, number: int) -> str:
        return f"faster than {number} s"

    def breaks(self, number: int) -> Q:
        return faster_than(number)


RULE = Faster()
