"""Submissions at Prolific, with decisions and bonuses. Calls to Prolific are sent through the same
outbox as those from Rateroom's pages."""

from decimal import Decimal
from functools import partial
from typing import Any, cast

from celery import current_app
from django.db import transaction
from django.db.models import BooleanField, QuerySet, Value
from django.http import Http404
from rest_framework import serializers

from api.operations import MONEY, Operation, Resource
from api.resources.prolific.studies import require_owner
from api.resources.shapes import Money, Shape, names
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
from recruiting.prolific.topping_up import part_due, pay_part
from recruiting.sittings.work import work_of

SEND_CALLS = "recruiting.prolific.tasks.send_calls"
MOST_SHOWN = 500  # assignments of a session; the page shows as many


class SubmissionShape(serializers.ModelSerializer):
    """A person's submission at Prolific. `annotator` is the person's pseudonym in the batch.
    Prolific's ids of the person and session are "" if you cannot change the project. Only the last
    characters of the session's id are returned, because anyone with the whole id could open the
    session."""

    annotator = serializers.CharField(source="sitting.enrolment.pseudonym")
    batch = serializers.IntegerField(source="study.batch_id")
    session = serializers.SerializerMethodField()
    participant = serializers.SerializerMethodField()

    class Meta:
        model = Submission
        fields = names("id batch annotator session participant state verified_at created_at")

    def get_session(self, submission: Submission) -> str:
        return submission.shown_session if _with_ids(submission) else ""

    def get_participant(self, submission: Submission) -> str:
        return submission.participant if _with_ids(submission) else ""


def _with_ids(submission: Submission) -> bool:
    """Return whether to include Prolific's ids. The view decides this for each row."""
    return getattr(submission, "with_ids", False)


class CallShape(serializers.ModelSerializer):
    """A call to Prolific with its state."""

    class Meta:
        model = OutgoingCall
        fields = names("id kind state problem created_at sent_at ended_at")


class WholeSubmission(serializers.Serializer):
    """A submission with the assignments done in it, and the calls to Prolific about it. `part` is
    the pay that the batch's rule gives for a session that was stopped early. It is null if the rule
    gives no such pay."""

    submission = SubmissionShape()
    assignments = serializers.ListField(child=serializers.IntegerField())
    calls = CallShape(many=True)
    part = Money(allow_null=True)


class Rejection(Shape):
    """The reason for the rejection: one of Prolific's categories, and a text for the person."""

    category = serializers.ChoiceField(choices=CATEGORY_LABELS)
    message = serializers.CharField(min_length=SHORTEST_MESSAGE, max_length=2000)


class BonusTerms(Shape):
    """An amount to pay in addition to the reward. The annotator can read the reason."""

    amount = Money(min_value=Decimal("0.01"), max_value=Decimal(1000), max_digits=6)
    reason = serializers.CharField(max_length=200)


class Settled(Shape):
    """The outcome of a bonus, which you have checked at Prolific."""

    call = serializers.IntegerField(min_value=1, max_value=LARGEST)
    paid = serializers.BooleanField()


class Submissions(Resource):
    @Operation("list_prolific_submissions", answer=SubmissionShape, paged=True)
    def get(self, batch: int) -> QuerySet[Submission]:
        """List the batch's submissions, newest first."""
        row = self.batch(batch)
        submissions = Submission.objects.filter(study__batch=row)
        with_ids = Value(is_writer(self.user, row.project_id), BooleanField())
        return submissions.select_related("sitting__enrolment", "study").annotate(with_ids=with_ids)


class OneSubmission(Resource):
    @Operation("read_prolific_submission", answer=WholeSubmission)
    def get(self, pk: int) -> dict[str, object]:
        """Return one submission, with the calls to Prolific about it."""
        return _whole(submission_of(self, pk))


class ApproveSubmission(Resource):
    @Operation("approve_prolific_submission", answer=WholeSubmission, scope=MONEY)
    def post(self, pk: int) -> dict[str, object]:
        """Approve the work here and the submission at Prolific. A repeat changes nothing."""
        submission = submission_of(self, pk, write=True)
        approve_sitting(submission_id=submission.pk, by=self.user)
        return _sent(self, pk)


class RejectSubmission(Resource):
    @Operation("reject_prolific_submission", body=Rejection, answer=WholeSubmission, scope=MONEY)
    def post(self, pk: int, sent: dict[str, Any]) -> dict[str, object]:
        """Reject the work here and the submission at Prolific."""
        submission = submission_of(self, pk, write=True)
        reject_sitting(submission_id=submission.pk, by=self.user, **sent)
        return _sent(self, pk)


class BonusOfSubmission(Resource):
    @Operation("pay_prolific_bonus", body=BonusTerms, answer=WholeSubmission, scope=MONEY)
    def post(self, pk: int, sent: dict[str, Any]) -> dict[str, object]:
        """Pay the person a bonus through Prolific, once per idempotency key. Owners only."""
        submission = _own_submission(self, pk)
        pay_sitting_bonus(submission_id=submission.pk, key=self.write_key, by=self.user, **sent)
        return _sent(self, pk)


class PartOfSubmission(Resource):
    @Operation("pay_prolific_part", answer=WholeSubmission, scope=MONEY)
    def post(self, pk: int) -> dict[str, object]:
        """Pay for a session that was stopped early, according to the batch's rule. Owners only."""
        pay_part(submission_id=_own_submission(self, pk).pk, by=self.user)
        return _sent(self, pk)


class ReturnSubmission(Resource):
    @Operation("request_prolific_return", answer=WholeSubmission)
    def post(self, pk: int) -> dict[str, object]:
        """Ask the person, through Prolific, to return the submission. The request is sent only
        once."""
        submission = submission_of(self, pk, write=True)
        request_return(submission_id=submission.pk, reason="", by=self.user)
        return _sent(self, pk)


class SettleSubmission(Resource):
    @Operation("settle_prolific_bonus", body=Settled, answer=WholeSubmission, scope=MONEY)
    def post(self, pk: int, sent: dict[str, Any]) -> dict[str, object]:
        """Record whether a bonus with an unknown outcome was paid. Check the outcome at Prolific
        before you do this. Owners only."""
        submission = _own_submission(self, pk)
        if not submission.calls.filter(pk=sent["call"]).exists():
            raise Http404
        settle(call_id=sent["call"], happened=sent["paid"], by=self.user)
        return _sent(self, pk)


def submission_of(view: Resource, pk: int, *, write: bool = False) -> Submission:
    """Return the submission, and record its batch and project as subjects of the write. The user
    needs access to the batch."""
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
