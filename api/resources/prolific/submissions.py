"""Submissions at Prolific: decisions and bonuses, through the same outbox as the desk's."""

from decimal import Decimal
from functools import partial
from typing import Any, ClassVar, cast

from celery import current_app
from django.db import transaction
from django.db.models import BooleanField, QuerySet, Value
from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request

from api.operations import MONEY, Operation, Resource
from api.resources.prolific.studies import require_owner
from api.resources.shapes import Money, Shape
from core.database.whole_numbers import LARGEST
from people.access import is_writer
from recruiting.prolific.access import submission_for_researcher
from recruiting.prolific.deciding import (
    CATEGORY_LABELS,
    SHORTEST_MESSAGE,
    approve_sitting,
    pay_sitting_bonus,
    reject_sitting,
    request_return,
)
from recruiting.prolific.models import OutgoingCall, Submission
from recruiting.prolific.outbox import settle
from recruiting.prolific.parts import part_due, pay_part
from recruiting.sittings.work import work_of

SEND_CALLS = "recruiting.prolific.tasks.send_calls"
MOST_SHOWN = 500  # of a sitting's assignments, as on the desk


class SubmissionShape(serializers.ModelSerializer):
    """A person's submission at Prolific; `annotator` is their pseudonym in the batch. Prolific's
    ids of person and session are blank for people who may not change the project. Only the end of
    the session's id is returned, because the whole id opens the session."""

    annotator = serializers.CharField(source="sitting.enrolment.pseudonym")
    batch = serializers.IntegerField(source="study.batch_id")
    session = serializers.SerializerMethodField()
    participant = serializers.SerializerMethodField()

    class Meta:
        model = Submission
        fields: ClassVar[list[str]] = [
            "id",
            "batch",
            "annotator",
            "session",
            "participant",
            "state",
            "verified_at",
            "created_at",
        ]

    def get_session(self, submission: Submission) -> str:
        return submission.shown_session if _with_ids(submission) else ""

    def get_participant(self, submission: Submission) -> str:
        return submission.participant if _with_ids(submission) else ""


def _with_ids(submission: Submission) -> bool:
    """As the view has noted on the row, once for all rows of a page."""
    return getattr(submission, "with_ids", False)


class CallShape(serializers.ModelSerializer):
    """Something that Prolific is to do, and whether it was done."""

    class Meta:
        model = OutgoingCall
        fields: ClassVar[list[str]] = [
            "id",
            "kind",
            "state",
            "problem",
            "created_at",
            "sent_at",
            "ended_at",
        ]


class WholeSubmission(serializers.Serializer):
    """With its work, by assignments, what was sent about it, and what the stated rule pays of a
    sitting that was given up (null for nothing)."""

    submission = SubmissionShape()
    assignments = serializers.ListField(child=serializers.IntegerField())
    calls = CallShape(many=True)
    part = Money(allow_null=True)


class Rejection(Shape):
    """Why, by one of Prolific's categories, and in words that the person reads."""

    category = serializers.ChoiceField(choices=CATEGORY_LABELS)
    message = serializers.CharField(min_length=SHORTEST_MESSAGE, max_length=2000)


class BonusTerms(Shape):
    """Beyond the reward; the annotator reads why."""

    amount = Money(min_value=Decimal("0.01"), max_value=Decimal(1000), max_digits=6)
    reason = serializers.CharField(max_length=200)


class Settled(Shape):
    """The outcome of a bonus that Prolific has not reported."""

    call = serializers.IntegerField(min_value=1, max_value=LARGEST)
    paid = serializers.BooleanField()


class Submissions(Resource):
    @Operation("list_prolific_submissions", answer=SubmissionShape, paged=True)
    def get(self, _request: Request, batch: int) -> QuerySet[Submission]:
        """Its submissions, the latest first."""
        row = self.batch(batch)
        submissions = Submission.objects.filter(study__batch=row)
        with_ids = Value(is_writer(self.user, row.project_id), BooleanField())
        return submissions.select_related("sitting__enrolment", "study").annotate(with_ids=with_ids)


class OneSubmission(Resource):
    @Operation("read_prolific_submission", answer=WholeSubmission)
    def get(self, _request: Request, pk: int) -> dict[str, object]:
        """One submission, and what was sent about it."""
        return _whole(submission_of(self, pk))


class ApproveSubmission(Resource):
    @Operation("approve_prolific_submission", answer=WholeSubmission, scope=MONEY)
    def post(self, _request: Request, pk: int) -> dict[str, object]:
        """Approve its work here, and the submission there. A repeat changes nothing."""
        submission = submission_of(self, pk, write=True)
        approve_sitting(submission_id=submission.pk, by=self.user)
        return _sent(self, pk)


class RejectSubmission(Resource):
    @Operation("reject_prolific_submission", body=Rejection, answer=WholeSubmission, scope=MONEY)
    def post(self, _request: Request, pk: int, sent: dict[str, Any]) -> dict[str, object]:
        """Reject its work here, and the submission there."""
        submission = submission_of(self, pk, write=True)
        reject_sitting(submission_id=submission.pk, by=self.user, **sent)
        return _sent(self, pk)


class BonusOfSubmission(Resource):
    @Operation("pay_prolific_bonus", body=BonusTerms, answer=WholeSubmission, scope=MONEY)
    def post(self, _request: Request, pk: int, sent: dict[str, Any]) -> dict[str, object]:
        """Pay the person something more, through Prolific, once for a key. Owners do."""
        submission = _own_submission(self, pk)
        pay_sitting_bonus(submission_id=submission.pk, key=self.write_key, by=self.user, **sent)
        return _sent(self, pk)


class PartOfSubmission(Resource):
    @Operation("pay_prolific_part", answer=WholeSubmission, scope=MONEY)
    def post(self, _request: Request, pk: int) -> dict[str, object]:
        """Pay what the stated rule pays of a sitting that was given up. Owners do."""
        pay_part(submission_id=_own_submission(self, pk).pk, by=self.user)
        return _sent(self, pk)


class ReturnSubmission(Resource):
    @Operation("request_prolific_return", answer=WholeSubmission)
    def post(self, _request: Request, pk: int) -> dict[str, object]:
        """Ask the person, through Prolific, to return it; once."""
        submission = submission_of(self, pk, write=True)
        request_return(submission_id=submission.pk, reason="", by=self.user)
        return _sent(self, pk)


class SettleSubmission(Resource):
    @Operation("settle_prolific_bonus", body=Settled, answer=WholeSubmission, scope=MONEY)
    def post(self, _request: Request, pk: int, sent: dict[str, Any]) -> dict[str, object]:
        """Record whether a bonus of unknown outcome was paid, after a check at Prolific. Owners
        only."""
        submission = _own_submission(self, pk)
        if not submission.calls.filter(pk=sent["call"]).exists():
            raise Http404
        settle(call_id=sent["call"], happened=sent["paid"], by=self.user)
        return _sent(self, pk)


def submission_of(view: Resource, pk: int, *, write: bool = False) -> Submission:
    """The submission, by its permission function."""
    submission: Any = submission_for_researcher(view.user, pk, write=write)
    view.subjects.batch = submission.study.batch
    view.subjects.project = submission.study.batch.project
    submission.with_ids = is_writer(view.user, submission.study.batch.project_id)
    return cast("Submission", submission)


def _own_submission(view: Resource, pk: int) -> Submission:
    submission = submission_of(view, pk, write=True)
    require_owner(view)
    return submission


def _sent(view: Resource, pk: int) -> dict[str, object]:
    transaction.on_commit(partial(current_app.send_task, SEND_CALLS))
    return _whole(submission_of(view, pk))


def _whole(submission: Submission) -> dict[str, object]:
    part = part_due(submission)
    work = work_of(submission.sitting).order_by("submitted_at")
    return {
        "submission": submission,
        "assignments": list(work.values_list("pk", flat=True)[:MOST_SHOWN]),
        "calls": submission.calls.order_by("-pk"),
        "part": part.amount if part else None,
    }
