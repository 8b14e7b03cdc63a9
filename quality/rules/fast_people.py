"""People whose time per HIT is exceptionally short beside the others': the one rule of speed that
panels take, on the logarithm of time."""

from collections.abc import Collection

from django.db import connection
from django.utils.translation import gettext_lazy as _

from hits.models import Batch
from hits.states import load_with_states
from quality.rules import ExclusionRule, answers_of
from quality.verdicts import exceptionally_fast
from recruiting.rejection import Ground

_LOG_TIMES = load_with_states("quality/sql/rules.sql", "log_times")
LEAST_HITS = 5  # of one person: the mean of fewer says little


class FastPeople(ExclusionRule):
    name = "fast-people"
    sentence = _("people whose log time per HIT is %(number)s standard deviations below the mean")
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


RULE = FastPeople()
