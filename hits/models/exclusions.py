"""Exclusion of an answered assignment from all results: its author, its rule, and whether it is
still in force."""

from typing import ClassVar

from django.db import models
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from hits.models.work import HIT, Assignment
from hits.states import ANSWERED
from people.models import User


class Exclusion(models.Model):
    """An assignment that a named rule, or a person, leaves out of the analysis. Taken back, it
    stays as history.

    Being paid and being counted are separate facts: an approved assignment may be excluded.
    """

    # Of an exclusion that a rejection creates, and that overturning undoes.
    REJECTED = "rejected"
    # Of work whose sitting was returned at the panel that pays: nothing pays for it by itself.
    RETURNED = "returned"
    # Of single answers that a person leaves out.
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
                violation_error_message=_("This rule excludes the assignment already."),
            ),
            models.CheckConstraint(name="exclusion_names_its_rule", condition=~Q(rule="")),
            models.CheckConstraint(
                name="exclusion_taken_back_by_whom",
                condition=Q(taken_back_at__isnull=False) | Q(taken_back_by__isnull=True),
            ),
        ]


def excluded(*, rule: str | None = None) -> Exists:
    """For a query of assignments: whether an exclusion of each stands, by any rule or by this."""
    standing = Exclusion.objects.filter(assignment=OuterRef("pk"), taken_back_at=None)
    return Exists(standing if rule is None else standing.filter(rule=rule))


def counted(assignments: QuerySet[Assignment]) -> QuerySet[Assignment]:
    """Return those that every figure uses: the ORM's twin of `is_counted` in `hits.states`."""
    answered = assignments.filter(state__in=ANSWERED, hit__purpose=HIT.Purpose.MAIN)
    return answered.filter(~excluded())
