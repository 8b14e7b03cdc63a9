"""Participation in a batch: pausing, ending, resuming, and messages between annotators and
researchers."""

from typing import Any

from django.db.models import Q, QuerySet
from django.http import Http404
from rest_framework import serializers

from api.operations import Operation, Resource
from api.resources.shapes import Changed, Shape, names
from core.database.whole_numbers import LARGEST
from hits.access import enrolment_for_researcher
from hits.messages import LONGEST, answer_annotator, mark_read, threads_of
from hits.models import Enrolment, Message, Suspension
from hits.queue.enrolments import pause_enrolment, readmit_enrolment, stop_enrolment
from hits.queue.suspensions import end_suspension, suspend
from people.models import Project


class PartShape(serializers.ModelSerializer):
    """One annotator's participation in the batch."""

    annotator = serializers.CharField(source="pseudonym")

    class Meta:
        model = Enrolment
        fields = names(
            "id annotator channel status stop_reason submitted returned cap consent_at completed_at"
        )


class HoldShape(Shape):
    """A request to pause, end or resume a person's participation in the batch, or in all batches of
    the project. The annotator sees `reason`."""

    act = serializers.ChoiceField(choices=["pause", "end", "resume"])
    scope = serializers.ChoiceField(choices=["batch", "project"], default="batch")
    reason = serializers.CharField(required=False, allow_blank=True, default="", max_length=500)


class MessageShape(serializers.ModelSerializer):
    """A message from the annotator or a researcher."""

    class Meta:
        model = Message
        fields = names("id by_annotator text sent_at read_at")


class ReadShape(Shape):
    """The `id` of the newest message that you have read. Later messages stay unread."""

    newest = serializers.IntegerField(min_value=1, max_value=LARGEST)


class NewMessage(Shape):
    """A message to the annotator. `newest` is the `id` of the newest message that you have read. If
    `newest` is left out, all of the annotator's messages are marked as read."""

    text = serializers.CharField(max_length=LONGEST)
    newest = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST)


class ThreadShape(serializers.ModelSerializer):
    """The thread of messages between an annotator and researchers about a batch. `written` is the
    number of messages, and `unread` is the number of unread messages."""

    part = serializers.IntegerField(source="pk")
    annotator = serializers.CharField(source="pseudonym")
    unread = serializers.IntegerField()
    written = serializers.IntegerField()
    latest = serializers.DateTimeField()

    class Meta:
        model = Enrolment
        fields = names("part batch annotator unread written latest")


class ThreadFilter(serializers.Serializer):
    """A filter for threads. If `unread` is true, only threads with unread messages are listed."""

    unread = serializers.BooleanField(default=False)


class Threads(Resource):
    @Operation("list_threads", query=ThreadFilter, answer=ThreadShape, paged=True)
    def get(self, project: int, sent: dict[str, bool]) -> QuerySet[Enrolment]:
        """List the project's threads of messages with annotators."""
        row = self.project(project)
        threads = threads_of(Project.objects.filter(pk=row.pk))
        return threads.filter(Q(("unread__gt", 0))) if sent["unread"] else threads


class Parts(Resource):
    @Operation("list_parts", answer=PartShape, paged=True)
    def get(self, batch: int) -> QuerySet[Enrolment]:
        """List the participations in the batch."""
        return Enrolment.objects.filter(batch=self.batch(batch))


class OnePart(Resource):
    @Operation("read_part", answer=PartShape)
    def get(self, batch: int, pk: int) -> Enrolment:
        """Return one person's participation."""
        return part_of(self, batch, pk)

    @Operation("decide_part", body=HoldShape, answer=Changed)
    def post(self, batch: int, pk: int, sent: dict[str, Any]) -> dict[str, int]:
        """Pause, end or resume a person's participation. Repeating the request changes nothing."""
        part = part_of(self, batch, pk, write=True)
        return {"changed": int(self._decide(part, **sent))}

    def _decide(self, part: Enrolment, *, act: str, scope: str, reason: str) -> bool:
        if scope == "batch":
            if act == "resume":
                return readmit_enrolment(enrolment_id=part.pk, by=self.user)
            hold = pause_enrolment if act == "pause" else stop_enrolment
            return hold(enrolment_id=part.pk, reason=reason, by=self.user)
        person = {"project_id": part.batch.project_id, "user_id": part.annotator_id}
        if act == "resume":
            return end_suspension(**person, by=self.user)
        kind = Suspension.Kind.PAUSED if act == "pause" else Suspension.Kind.STOPPED
        return suspend(**person, kind=kind, reason=reason, by=self.user)


class Messages(Resource):
    @Operation("list_messages", answer=MessageShape, paged=True)
    def get(self, batch: int, pk: int) -> QuerySet[Message]:
        """List the messages between the annotator and researchers about the batch."""
        return part_of(self, batch, pk).messages.all()

    @Operation("answer_annotator", body=NewMessage, answer=MessageShape, status=201)
    def post(self, batch: int, pk: int, sent: dict[str, Any]) -> Message:
        """Send a message to the annotator. The annotator's messages up to `newest` are marked as
        read, or all of them without `newest`."""
        part = part_of(self, batch, pk, write=True)
        _refuse_elsewhere(part, sent.get("newest"))
        return answer_annotator(enrolment_id=part.pk, by=self.user, **sent)


class ReadMessages(Resource):
    @Operation("mark_messages_read", body=ReadShape, answer=Changed)
    def post(self, batch: int, pk: int, sent: dict[str, int]) -> dict[str, int]:
        """Mark the annotator's messages up to `newest` as read."""
        part = part_of(self, batch, pk, write=True)
        _refuse_elsewhere(part, sent["newest"])
        return {"changed": mark_read(enrolment=part, by_annotator=True, newest=sent["newest"])}


def _refuse_elsewhere(part: Enrolment, newest: int | None) -> None:
    """Raise ValidationError if `newest` is the id of a message in another thread. Otherwise,
    messages that the researcher has not read could be marked as read."""
    if newest is not None and not part.messages.filter(pk=newest).exists():
        raise serializers.ValidationError({"newest": ["This thread has no message with this id."]})


def part_of(view: Resource, batch: int, pk: int, *, write: bool = False) -> Enrolment:
    """Return the participation if the user has access and it is in the batch. Raises Http404 if
    not."""
    row = view.batch(batch, write=write)
    part = enrolment_for_researcher(view.user, pk, write=write)
    if part.batch_id != row.pk:
        raise Http404
    return part
