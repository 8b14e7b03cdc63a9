"""Exclusion rules about the time spent on HITs."""

from collections.abc import Collection

from django.db import connection
from django.db.models import Count, Q
from django.utils.translation import gettext_lazy as _

from hits.models import Batch, RaisedConcern
from hits.queue.concerns import GUARD
from hits.review.flags import faster_than
from hits.states import load_with_states
from quality.rules import ExclusionRule, ResponseRule, answers_of, ruled_on
from quality.verdicts import exceptionally_fast
from recruiting.rejection import Ground

_LOG_TIMES = load_with_states("quality/sql/rules.sql", "log_times")
LEAST_HITS = 5  # least number of HITs per person; a mean of fewer is not reliable


class FastPeople(ExclusionRule):
    name = "fast-people"
    sentence = _(
        "people whose log time per HIT is over %(number)s standard deviations below the mean"
    )
    bounds = (1, 10)
    start = 3
    ground = Ground.TIME_OF_A_PERSON

    def written(self, number: int) -> str:
        return f"person's log time {number} SD below the mean"

    def broken_by(self, batch: Batch, number: int) -> Collection[int]:
        with connection.cursor() as cursor:
            cursor.execute(_LOG_TIMES, {"batch": batch.pk, "least": LEAST_HITS})
            means = dict(cursor.fetchall())
        return answers_of(batch, exceptionally_fast(means, number))


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


class Hurried(ExclusionRule):
    name = "hurried"
    sentence = _("people who submit at least %(number)s HITs faster than the minimum time")
    bounds = (1, 1000)
    start = 5
    only_excludes = _("We accept such HITs after a warning, so they are paid.")

    def written(self, number: int) -> str:
        return f"{number} HITs of a person below the least time"

    def broken_by(self, batch: Batch, number: int) -> Collection[int]:
        sent_anyway = RaisedConcern.objects.filter(guard=GUARD, overridden_at__isnull=False)
        hurried = ruled_on(batch).filter(pk__in=sent_anyway.values("assignment"))
        people = hurried.order_by().values("enrolment").annotate(times=Count("pk"))
        often = people.filter(times__gte=number, enrolment__isnull=False)
        return answers_of(batch, list(often.values_list("enrolment", flat=True)))
