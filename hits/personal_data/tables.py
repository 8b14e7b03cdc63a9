"""A person's work as tables that the person can download. The tables do not reveal systems, the
names of items, or whether a HIT was a check."""

from collections.abc import Iterable

from django.db.models import F

from hits.models import (
    Admission,
    Answer,
    Appeal,
    Assignment,
    BrokenReport,
    Draft,
    Enrolment,
    Message,
    RaisedConcern,
    Suspension,
    TrainingAnswer,
    TrainingAttempt,
    Viewing,
)
from people.models import User
from people.personal_data.keepers import Row

AT_ONCE = 2000  # rows fetched from the database at a time
BATCH, HIT = F("assignment__batch__title"), F("assignment__sequence")


def parts(user: User) -> Iterable[Row]:
    return Enrolment.objects.filter(annotator=user).values(
        "pseudonym",
        "channel",
        "outside_ids",
        "status",
        "stop_reason",
        "consent_at",
        "instructions_at",
        "completion_code",
        "submitted",
        "returned",
        "created_at",
        project=F("batch__project__name"),
        batch_title=F("batch__title"),
    )


def lists(user: User) -> Iterable[Row]:
    return Admission.objects.filter(user=user).values(
        "verdict", "decided_at", batch_title=F("batch__title")
    )


def suspensions(user: User) -> Iterable[Row]:
    return Suspension.objects.filter(user=user).values(
        "kind", "reason", "decided_at", project_name=F("project__name")
    )


def training(user: User) -> Iterable[Row]:
    own = TrainingAttempt.objects.filter(enrolment__annotator=user).order_by("pk")
    return own.values(
        "part",
        "number",
        "started_at",
        "finished_at",
        "right",
        "passed",
        batch_title=F("enrolment__batch__title"),
    )


def training_answers(user: User) -> Iterable[Row]:
    own = TrainingAnswer.objects.filter(attempt__enrolment__annotator=user).order_by("pk")
    return own.values(
        "answered_at",
        "passed",
        answers=F("values"),
        part=F("attempt__part"),
        attempt_number=F("attempt__number"),
        batch_title=F("attempt__enrolment__batch__title"),
    )


def hits(user: User) -> Iterable[Row]:
    own = Assignment.objects.filter(annotator=user, prefetched=False).order_by("accepted_at")
    return own.values(
        "state",
        "accepted_at",
        "submitted_at",
        "ended_at",
        "decided_at",
        "rejection",
        "reason",
        "evidence",
        batch_title=F("batch__title"),
        number=F("sequence"),
    ).iterator(AT_ONCE)


def answers(user: User) -> Iterable[Row]:
    own = Answer.objects.filter(assignment__annotator=user).order_by("assignment", "key")
    return own.values("number", "text", "data", batch=BATCH, hit=HIT, question=F("key")).iterator(
        AT_ONCE
    )


def drafts(user: User) -> Iterable[Row]:
    own = Draft.objects.filter(assignment__annotator=user)
    return own.values("data", "saved_at", batch=BATCH, hit=HIT)


def seen(user: User) -> Iterable[Row]:
    own = Viewing.objects.filter(assignment__annotator=user).order_by("assignment")
    return own.values(batch=BATCH, hit=HIT, noted=F("seen")).iterator(AT_ONCE)


def asked_about(user: User) -> Iterable[Row]:
    own = RaisedConcern.objects.filter(assignment__annotator=user)
    return own.values("message", "raised_at", "overridden_at", batch=BATCH, hit=HIT)


def objections(user: User) -> Iterable[Row]:
    own = Appeal.objects.filter(assignment__annotator=user)
    return own.values("text", "made_at", "decision", "answer", "decided_at", batch=BATCH, hit=HIT)


def reports(user: User) -> Iterable[Row]:
    own = BrokenReport.objects.filter(assignment__annotator=user)
    return own.values("category", "text", "made_at", "decision", batch=BATCH, hit=HIT)


def messages(user: User) -> Iterable[Row]:
    own = Message.objects.filter(enrolment__annotator=user).order_by("pk")
    return own.values(
        "by_annotator", "text", "sent_at", "read_at", batch=F("enrolment__batch__title")
    )
