"""People who submit below the batch's least time."""

from collections.abc import Collection

from django.db.models import Count
from django.utils.translation import gettext_lazy as _

from hits.models import Batch, RaisedConcern
from hits.queue.pace import GUARD
from quality.rules import ExclusionRule, answers_of, ruled_on


class Hurried(ExclusionRule):
    name = "hurried"
    sentence = _("people who submit %(number)s times below the minimum time")
    bounds = (1, 1000)
    start = 5
    only_excludes = _("The page let them submit, so the work is paid.")

    def written(self, number: int) -> str:
        return f"{number} HITs of a person below the least time"

    def broken_by(self, batch: Batch, number: int) -> Collection[int]:
        sent_anyway = RaisedConcern.objects.filter(guard=GUARD, overridden_at__isnull=False)
        hurried = ruled_on(batch).filter(pk__in=sent_anyway.values("assignment"))
        people = hurried.order_by().values("enrolment").annotate(times=Count("pk"))
        often = people.filter(times__gte=number, enrolment__isnull=False)
        return answers_of(batch, list(often.values_list("enrolment", flat=True)))


RULE = Hurried()
