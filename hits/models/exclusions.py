"""Exclusions of responses from all results: author, rule, and whether they are in force."""

from typing import ClassVar

from django.db import models
from django.db.models import Exists, OuterRef, Q, QuerySet

from hits.models.work import HIT, Assignment
from hits.states import ANSWERED
from people.models import User


class Exclusion(models.Model):
    """A response that a named rule or a person excludes from the results. An exclusion that is
    undone stays as history.

    Pay and inclusion in the results are separate: an approved response can be excluded.
    """

    # The rule of exclusions by a rejection; overturning the rejection undoes them.
    REJECTED = "rejected"
    # The rule for work whose sitting was returned at the panel that pays: it is not paid
    # automatically.
    RETURNED = "returned"
    # The rule for single responses that a person excludes.
    BY_HAND = "by hand"

    assignment = models.ForeignKey(
        Assignment, on_delete=models.PROTECT, related_name="exclusions", db_index=False
    )
    rule = models.CharField("rule", max_length=60)
    reason = models.TextField("reason", blank=True)
    excluded_at = models.DateTimeField("excluded", auto_now_add=True)
    excluded_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )
    taken_back_at = models.DateTimeField("undone", null=True, blank=True)
    taken_back_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["-id"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # `is_counted` of hits.states: whether an assignment is excluded.
            models.UniqueConstraint(
                name="exclusion_once",
                fields=["assignment", "rule"],
                condition=Q(taken_back_at__isnull=True),
            ),
            models.CheckConstraint(name="exclusion_names_its_rule", condition=~Q(rule="")),
            models.CheckConstraint(
                name="exclusion_taken_back_by_whom",
                condition=Q(taken_back_at__isnull=False) | Q(taken_back_by__isnull=True),
            ),
        ]


def excluded(*, rule: str | None = None) -> Exists:
    """Return the condition that an exclusion is in force, by any rule or by `rule`."""
    standing = Exclusion.objects.filter(assignment=OuterRef("pk"), taken_back_at=None)
    return Exists(standing if rule is None else standing.filter(rule=rule))


def counted(assignments: QuerySet[Assignment]) -> QuerySet[Assignment]:
    """Return the assignments that results use. `is_counted` in `hits.states` is the same in SQL."""
    answered = assignments.filter(state__in=ANSWERED, hit__purpose=HIT.Purpose.MAIN)
    return answered.filter(~excluded())
