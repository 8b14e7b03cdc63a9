"""People's parts in a batch: who works in it, pausing and ending, and messages."""

from typing import Any, ClassVar

from django.db.models import Q, QuerySet
from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request

from api.operations import Operation, Resource
from api.resources.shapes import Changed, Shape
from core.database.whole_numbers import LARGEST
from hits.access import enrolment_for_researcher
from hits.messages.reading import mark_read, threads_of
from hits.messages.writing import LONGEST, answer_annotator
from hits.models import Enrolment, Message, Suspension
from hits.queue.enrolments import pause_enrolment, readmit_enrolment, stop_enrolment
from hits.queue.suspensions import end_suspension, suspend
from people.models import Project


class PartShape(serializers.ModelSerializer):
    """One annotator's part in the batch."""

    annotator = serializers.CharField(source="pseudonym")

    class Meta:
        model = Enrolment
        fields: ClassVar[list[str]] = [
            "id",
            "annotator",
            "channel",
            "status",
            "stop_reason",
            "submitted",
            "returned",
            "cap",
            "consent_at",
            "completed_at",
        ]


class HoldShape(Shape):
    """Pause, end or let go on, in the batch or in all batches of the project; the annotator reads
    `reason`."""

    act = serializers.ChoiceField(choices=["pause", "end", "resume"])
    scope = serializers.ChoiceField(choices=["batch", "project"], default="batch")
    reason = serializers.CharField(required=False, allow_blank=True, default="", max_length=500)


class MessageShape(serializers.ModelSerializer):
    """What the annotator, or a researcher, wrote."""

    class Meta:
        model = Message
        fields: ClassVar[list[str]] = ["id", "by_annotator", "text", "sent_at", "read_at"]


class ReadShape(Shape):
    """The `id` of the newest message that was read: what came after it stays unread."""

    newest = serializers.IntegerField(min_value=1, max_value=LARGEST)


class NewMessage(Shape):
    """What the annotator reads. `newest`: the `id` of the newest message that is answered; without
    it everything is."""

    text = serializers.CharField(max_length=LONGEST)
    newest = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST)


class ThreadShape(serializers.ModelSerializer):
    """An annotator's messages in a batch: the total and the number of unread ones."""

    part = serializers.IntegerField(source="pk")
    annotator = serializers.CharField(source="pseudonym")
    unread = serializers.IntegerField()
    written = serializers.IntegerField()
    latest = serializers.DateTimeField()

    class Meta:
        model = Enrolment
        fields: ClassVar[list[str]] = ["part", "batch", "annotator", "unread", "written", "latest"]


class ThreadFilter(serializers.Serializer):
    """Only threads that wait for a reply, or all."""

    unread = serializers.BooleanField(default=False)


class Threads(Resource):
    @Operation("list_threads", query=ThreadFilter, answer=ThreadShape, paged=True)
    def get(self, _request: Request, project: int, sent: dict[str, bool]) -> QuerySet[Enrolment]:
        """Return every annotator of the project who wrote, or was written to."""
        row = self.project(project)
        threads = threads_of(Project.objects.filter(pk=row.pk))
        return threads.filter(Q(("unread__gt", 0))) if sent["unread"] else threads


class Parts(Resource):
    @Operation("list_parts", answer=PartShape, paged=True)
    def get(self, _request: Request, batch: int) -> QuerySet[Enrolment]:
        """Everybody who has a part in the batch."""
        return Enrolment.objects.filter(batch=self.batch(batch))


class OnePart(Resource):
    @Operation("read_part", answer=PartShape)
    def get(self, _request: Request, batch: int, pk: int) -> Enrolment:
        """Return one person's part."""
        return part_of(self, batch, pk)

    @Operation("decide_part", body=HoldShape, answer=Changed)
    def post(self, _request: Request, batch: int, pk: int, sent: dict[str, Any]) -> dict[str, int]:
        """Pause or end it, or let them go on. A repeat changes nothing."""
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
    def get(self, _request: Request, batch: int, pk: int) -> QuerySet[Message]:
        """Return what they and researchers wrote to each other."""
        return part_of(self, batch, pk).messages.all()

    @Operation("answer_annotator", body=NewMessage, answer=MessageShape, status=201)
    def post(self, _request: Request, batch: int, pk: int, sent: dict[str, Any]) -> Message:
        """Write to them; what they wrote counts as read, up to `newest` where that is given."""
        part = part_of(self, batch, pk, write=True)
        _refuse_elsewhere(part, sent.get("newest"))
        return answer_annotator(enrolment_id=part.pk, by=self.user, **sent)


class ReadMessages(Resource):
    @Operation("mark_messages_read", body=ReadShape, answer=Changed)
    def post(self, _request: Request, batch: int, pk: int, sent: dict[str, int]) -> dict[str, int]:
        """Note that what they wrote needs no answer, up to the message that was read last."""
        part = part_of(self, batch, pk, write=True)
        _refuse_elsewhere(part, sent["newest"])
        return {"changed": mark_read(enrolment=part, by_annotator=True, newest=sent["newest"])}


def _refuse_elsewhere(part: Enrolment, newest: int | None) -> None:
    """A number from another thread could be above unread messages of this one."""
    if newest is not None and not part.messages.filter(pk=newest).exists():
        raise serializers.ValidationError(
            {"newest": ["There is no such message in this thread: give the id of one of its own."]}
        )


def part_of(view: Resource, batch: int, pk: int, *, write: bool = False) -> Enrolment:
    """Return a part in the batch, by its permission function."""
    row = view.batch(batch, write=write)
    part = enrolment_for_researcher(view.user, pk, write=write)
    if part.batch_id != row.pk:
        raise Http404
    return part
