"""Deletion of the identifying data in a person's work. Answers other than free texts remain under a
pseudonym. Free texts are deleted only if this was chosen."""

from collections.abc import Iterable, Mapping

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from hits.exports.snapshots import erase_from_snapshots
from hits.models import (
    Admission,
    Answer,
    Appeal,
    Assignment,
    Batch,
    BrokenReport,
    Draft,
    DraftVersion,
    Enrolment,
    ExpectedPerson,
    Message,
    TrainingAnswer,
)
from hits.queue.enrolments import stop_enrolment
from hits.states import ANSWERED
from people.models import User


def erase(user: User, texts: bool) -> Mapping[str, int]:
    """End the person's participation everywhere, then delete the identifying data. If `texts` is
    true, free texts are deleted too. Return the number of changed or deleted rows by kind of data.

    The person's rows are also removed from stored exports. Each changed export gets a new hash and
    lists the removed rows.
    """
    for enrolment in Enrolment.objects.filter(annotator=user).order_by("pk"):
        stop_enrolment(
            enrolment_id=enrolment.pk, reason=_("This person’s data were deleted."), by=None
        )
    parts = Enrolment.objects.filter(annotator=user)
    gone = {
        "parts": parts.update(
            outside_ids={}, completion_code="", completed_at=None, next_route="", end_route=""
        ),
        "drafts": Draft.objects.filter(assignment__in=_work_of(user)).delete()[0],
        "earlier drafts": DraftVersion.objects.filter(assignment__in=_work_of(user)).delete()[0],
        "lists": Admission.objects.filter(user=user).delete()[0],
        "expected": ExpectedPerson.objects.filter(name__in=_names(user)).delete()[0],
        "exports": _from_exports(user),
    }
    return {**gone, **(_erase_texts(user) if texts else {})}


def _names(user: User) -> list[str]:
    return [name for name in (user.username, user.email.lower()) if name]


def _erase_texts(user: User) -> Mapping[str, int]:
    own = {
        "answers in words": Answer.objects.filter(assignment__in=_work_of(user), text__gt=""),
        "objections": Appeal.objects.filter(assignment__in=_work_of(user)),
        "reports": BrokenReport.objects.filter(assignment__in=_work_of(user)).exclude(text=""),
        "messages": Message.objects.filter(enrolment__annotator=user, by_annotator=True),
    }
    gone = {words: rows.update(text="") for words, rows in own.items()}
    return {**gone, "answers in training": _erase_training_texts(user)}


def _erase_training_texts(user: User) -> int:
    """Replace the free texts in the person's training and test answers with "". Return the number
    of answers changed."""
    changed = 0
    for answer in TrainingAnswer.objects.filter(attempt__enrolment__annotator=user):
        blanked = {
            key: "" if isinstance(value, str) else value for key, value in answer.values.items()
        }
        if blanked != answer.values:
            changed += TrainingAnswer.objects.filter(pk=answer.pk).update(values=blanked)
    return changed


def _work_of(user: User) -> QuerySet[Assignment, object]:
    """Return the person's assignments as a subquery. It replaces a join, because Django cannot
    delete through a join if a table's primary key has two columns."""
    return Assignment.objects.filter(annotator=user).values("pk")


def _from_exports(user: User) -> int:
    """Remove the person's responses from stored exports. Return the number of replaced exports."""
    replaced = 0
    batches = Batch.objects.filter(export_snapshots__isnull=False, enrolments__annotator=user)
    for batch in batches.distinct().order_by("pk"):
        answered = Assignment.objects.filter(batch=batch, annotator=user, state__in=ANSWERED)
        ids = set(answered.values_list("pk", flat=True))
        replaced += len(erase_from_snapshots(batch=batch, assignments=ids, by=None))
    return replaced


def names(user: User) -> Iterable[object]:
    for outside in Enrolment.objects.filter(annotator=user).values_list("outside_ids", flat=True):
        yield from outside.values()


def project_ids(user: User) -> Iterable[int]:
    own = Enrolment.objects.filter(annotator=user).order_by()
    yield from own.values_list("batch__project", flat=True).distinct()
    yield from Admission.objects.filter(user=user).values_list("batch__project", flat=True)
