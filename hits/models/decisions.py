"""Models for decisions on responses: decisions that can still be undone, appeals against
rejections, exclusions from results, and adjudicated answers. Adjudicated answers never count as an
annotator's work."""

from typing import ClassVar

from django.db import models
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from hits.models.answers import AnsweredValue, exactly_one_value
from hits.models.batches import Batch
from hits.models.work import HIT, Assignment
from hits.states import ANSWERED, RejectionCategory, State
from people.models import User


class HeldDecision(models.Model):
    """An approval or rejection that its author can still undo. At `due_at`, `hits.review.undoing`
    applies it and deletes this row."""

    assignment = models.OneToOneField(
        Assignment, on_delete=models.CASCADE, primary_key=True, related_name="held_decision"
    )
    state = models.CharField(
        "decision",
        max_length=10,
        choices=[(state.value, state.label) for state in (State.APPROVED, State.REJECTED)],
    )
    reason = models.TextField("reason", blank=True)
    rejection = models.CharField(
        "rejection category", max_length=12, choices=RejectionCategory, blank=True
    )
    evidence = models.TextField("evidence", blank=True)
    decided_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    due_at = models.DateTimeField("posted at")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                name="held_decision_is_an_approval_or_a_rejection_with_reason",
                condition=Q(state="approved", reason="", rejection="", evidence="")
                | (Q(state="rejected") & ~Q(reason="") & ~Q(rejection="")),
            ),
        ]


class Appeal(models.Model):
    """An annotator's appeal against a rejection. A response can have only one appeal. If it is
    upheld, the rejection is overturned and the response is paid."""

    class Decision(models.TextChoices):
        OPEN = "", _("Waiting")
        GRANTED = "granted", _("upheld")
        DISMISSED = "dismissed", _("Dismissed")

    assignment = models.OneToOneField(Assignment, on_delete=models.PROTECT, related_name="appeal")
    text = models.TextField("reason for the appeal", max_length=2000)
    made_at = models.DateTimeField("made", auto_now_add=True)
    decision = models.CharField(
        "decision", max_length=9, choices=Decision, default=Decision.OPEN, blank=True
    )
    answer = models.TextField("answer", blank=True, max_length=2000)
    decided_at = models.DateTimeField("decided", null=True, blank=True)
    decided_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["-id"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                name="appeal_decided_or_open",
                condition=Q(decision="", decided_at__isnull=True)
                | (~Q(decision="") & Q(decided_at__isnull=False)),
            ),
        ]


class Exclusion(models.Model):
    """The exclusion of a response from the results, by a rule or a person. An exclusion that was
    undone is kept as history.

    Pay is separate: an approved response can be excluded.
    """

    # The rule of exclusions caused by a rejection. Overturning the rejection undoes them.
    REJECTED = "rejected"
    # The rule for work whose session was returned at the panel that pays. Such work is not paid
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
    """Return a query condition: whether an assignment is excluded now, by any rule or only by
    `rule`."""
    standing = Exclusion.objects.filter(assignment=OuterRef("pk"), taken_back_at=None)
    return Exists(standing if rule is None else standing.filter(rule=rule))


def counted(assignments: QuerySet[Assignment]) -> QuerySet[Assignment]:
    """Return the assignments that count in results. This is the SQL equivalent of
    `hits.states.is_counted`."""
    answered = assignments.filter(state__in=ANSWERED, hit__purpose=HIT.Purpose.MAIN)
    return answered.filter(~excluded())


class AdjudicationRule(models.Model):
    """A batch's rule for which HITs need adjudication: numbers differ by `span` or more, or a
    choice has no majority."""

    batch = models.OneToOneField(Batch, on_delete=models.PROTECT, related_name="adjudication_rule")
    span = models.PositiveSmallIntegerField("minimum difference of numbers", null=True, blank=True)
    no_majority = models.BooleanField("no majority for a choice", default=True)
    stated_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )
    stated_at = models.DateTimeField("stated", auto_now=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                name="adjudicationrule_says_something",
                condition=Q(span__isnull=False, span__gte=1)
                | Q(span__isnull=True, no_majority=True),
            ),
        ]


class Adjudication(models.Model):
    """An adjudicator's decision on a HIT, with the adjudicator's answers. A new decision replaces
    an earlier one, which is kept as history."""

    # No index: the constraint `adjudication_once` begins with the HIT.
    hit = models.ForeignKey(
        HIT, on_delete=models.PROTECT, related_name="adjudications", db_index=False
    )
    adjudicator = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    shown_order = models.CharField("order shown", max_length=26)
    rubric_sha256 = models.CharField("SHA-256 of the rubric", max_length=64)
    decided_at = models.DateTimeField("decided", auto_now_add=True)
    replaced_at = models.DateTimeField("decided again", null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                name="adjudication_once", fields=["hit"], condition=Q(replaced_at__isnull=True)
            ),
        ]


class AdjudicatedAnswer(AnsweredValue):
    """The answer to one question in an adjudication. The primary key allows only one answer per
    question."""

    pk = models.CompositePrimaryKey("adjudication_id", "key")
    adjudication = models.ForeignKey(
        Adjudication, on_delete=models.PROTECT, related_name="answers", db_index=False
    )
    key = models.CharField("question", max_length=120)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                name="adjudicatedanswer_is_one_value", condition=exactly_one_value()
            ),
        ]
