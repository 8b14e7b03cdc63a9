"""Models for answers, drafts, contradictions that annotators were asked about, and viewing
records."""

from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.db.models.lookups import Exact

from core.database.conditions import FilledColumns
from hits.models.work import Assignment


def exactly_one_value() -> Q:
    """Return the condition that exactly one of an answer's value columns is filled."""
    return Q(Exact(FilledColumns("number", "text", "data"), 1))


def plain_number(number: float) -> int | float:
    """Return the number, as an `int` if it is whole. The database stores double-precision
    numbers."""
    return int(number) if number.is_integer() else number


class AnsweredValue(models.Model):
    """The value of an answer from a person or a judge (abstract model). Exactly one column is
    filled."""

    number = models.FloatField("number", null=True, blank=True)
    text = models.TextField(  # noqa: DJ001 - null: the answer is not a text
        "text", null=True, blank=True
    )
    data = models.JSONField("data", null=True, blank=True)

    class Meta:
        abstract = True

    @property
    def value(self) -> Any:
        """Return the value of the answer: a number, a text or JSON data. A whole number is an
        `int`."""
        if self.number is not None:
            return plain_number(self.number)
        return self.data if self.text is None else self.text


class Answer(AnsweredValue):
    """The answer to one question in an assignment: a number, a text or JSON data. The primary key
    allows only one answer per question and assignment."""

    pk = models.CompositePrimaryKey("assignment_id", "key")
    assignment = models.ForeignKey(
        Assignment, on_delete=models.PROTECT, related_name="answers", db_index=False
    )
    key = models.CharField("question", max_length=120)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(name="answer_is_one_value", condition=exactly_one_value()),
        ]


class Draft(models.Model):
    """An annotator's answers that are not submitted yet. Drafts have their own table, so that
    autosaves do not change the indexes of assignments."""

    assignment = models.OneToOneField(
        Assignment, on_delete=models.CASCADE, primary_key=True, related_name="draft"
    )
    revision = models.PositiveIntegerField("revision", default=0)
    data = models.JSONField("data", default=dict)
    saved_at = models.DateTimeField("saved", auto_now=True)
    # The page that saved it, and the number of that save: they identify a repeated save whose reply
    # was lost.
    writer = models.CharField("page", max_length=32, blank=True, default="")
    number = models.PositiveIntegerField("number of the page's save", default=0)
    complete = models.PositiveSmallIntegerField("complete sections", default=0)


class DraftVersion(models.Model):
    """An earlier version of a draft, which can be restored. `hits.queue.drafts` decides which
    versions are kept. All versions are deleted with the draft."""

    pk = models.CompositePrimaryKey("assignment_id", "revision")
    assignment = models.ForeignKey(
        Assignment, on_delete=models.CASCADE, related_name="draft_versions", db_index=False
    )
    revision = models.PositiveIntegerField("revision")
    data = models.JSONField("data", default=dict)
    saved_at = models.DateTimeField("saved")
    complete = models.PositiveSmallIntegerField("complete sections", default=0)


class RaisedConcern(models.Model):
    """A contradiction between answers that the annotator was asked about at submission.
    `overridden_at` is the time when the annotator confirmed the answers."""

    assignment = models.ForeignKey(Assignment, on_delete=models.PROTECT, related_name="concerns")
    guard = models.CharField("guard", max_length=60)
    message = models.TextField("message")
    raised_at = models.DateTimeField("asked", auto_now_add=True)
    overridden_at = models.DateTimeField("confirmed by the annotator", null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                name="concern_assignment_guard_once", fields=["assignment", "guard"]
            ),
        ]


class Viewing(models.Model):
    """Measurements by the annotator's browser for a HIT, within the limits in `hits.telemetry`."""

    assignment = models.OneToOneField(
        Assignment, on_delete=models.PROTECT, primary_key=True, related_name="viewing"
    )
    seen = models.JSONField("seen", default=dict)
