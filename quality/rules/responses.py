"""Exclusion rules about a person's number of responses, and about repeated answers."""

from collections.abc import Collection

from django.db import connection
from django.db.models import Count
from django.utils.translation import gettext_lazy as _

from hits.models import Batch
from hits.states import load_with_states
from quality.rules import ExclusionRule, ruled_on
from recruiting.rejection import Ground


class FewHits(ExclusionRule):
    name = "few-hits"
    sentence = _("people with fewer than %(number)s responses")
    bounds = (2, 100_000)
    start = 5
    only_excludes = _("People who stop early still did the work they submitted.")

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


_STRAIGHT_LINES = load_with_states("quality/sql/rules.sql", "straight_lines")


class SameAnswers(ExclusionRule):
    name = "same-answers"
    sentence = _(
        "responses with the same answers to every question in at least %(number)s HITs in a row"
    )
    bounds = (2, 1000)
    start = 7
    ground = Ground.SAME_ANSWERS

    def written(self, number: int) -> str:
        return f"same answers in {number} HITs in a row"

    def broken_by(self, batch: Batch, number: int) -> Collection[int]:
        with connection.cursor() as cursor:
            cursor.execute(_STRAIGHT_LINES, {"batch": batch.pk, "least": number})
            lines = [pk for (pk,) in cursor.fetchall()]
        return list(ruled_on(batch).filter(pk__in=lines).values_list("pk", flat=True))
