"""Sessions of people who came through a link or panel: start times, progress and pay."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

from api.operations import Operation, Resource
from api.resources.shapes import Money
from people.access import is_writer
from recruiting.models import Outcome, Panel, Sitting
from recruiting.session_rows import SHOWN, sitting_row, sittings_of
from recruiting.ways import panels_of


class SittingFilter(serializers.Serializer):
    """A filter for sessions. `unverified` sessions have not been confirmed by Prolific, and
    `unproven` sessions were opened without proof of identity."""

    show = serializers.ChoiceField(choices=sorted(SHOWN), default="all")


class SittingShape(serializers.Serializer):
    """A person's session. `hits` is the number of HITs submitted in the session. `worth` is the
    total reward of HITs that were not rejected, and `paid` is the total reward of approved HITs.
    `person` and `session` are the panel's ids, or "" if you cannot change the project. Only the end
    of a Prolific session's id is returned. `unproven_at` is the time when a browser without proof
    of identity started to work in the session."""

    id = serializers.IntegerField(source="sitting.pk")
    part = serializers.IntegerField(source="sitting.enrolment_id")
    annotator = serializers.CharField(source="sitting.enrolment.pseudonym")
    channel = serializers.CharField(source="sitting.channel")
    way = serializers.CharField()
    state = serializers.ChoiceField(choices=Sitting.State.choices, source="sitting.state")
    outcome = serializers.ChoiceField(
        choices=Outcome.choices, source="sitting.outcome", allow_blank=True
    )
    started_at = serializers.DateTimeField(source="sitting.started_at")
    ended_at = serializers.DateTimeField(source="sitting.ended_at", allow_null=True)
    unproven_at = serializers.DateTimeField(source="sitting.unproven_at", allow_null=True)
    code_given = serializers.CharField(source="sitting.code_given")
    hits = serializers.IntegerField(source="sitting.done")
    worth = Money()
    paid = Money()
    person = serializers.CharField()
    session = serializers.SerializerMethodField()
    submission = serializers.IntegerField(source="submission.pk", allow_null=True, default=None)

    def to_representation(self, sitting: Any) -> dict[str, object]:
        """Return the session with the same values as the row on Rateroom's page. Panels and
        permissions are read once."""
        batch = sitting.enrolment.batch
        panels, self.with_ids = self._seen(batch.pk, batch.project_id)
        row = sitting_row(batch, sitting, panels, with_ids=self.with_ids)
        representation: dict[str, object] = super().to_representation(row)
        return representation

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seen: dict[int, tuple[Mapping[str, Panel], bool]] = {}

    def _seen(self, batch: int, project: int) -> tuple[Mapping[str, Panel], bool]:
        if batch not in self.seen:
            user = self.context["request"].user
            self.seen[batch] = panels_of(batch), is_writer(user, project)
        return self.seen[batch]

    def get_session(self, row: Any) -> str:
        if not self.with_ids:
            return ""
        return str(row.submission.shown_session if row.submission else row.sitting.session)


class Sittings(Resource):
    @Operation("list_sittings", query=SittingFilter, answer=SittingShape, paged=True)
    def get(self, batch: int, sent: Mapping[str, str]) -> QuerySet[Sitting]:
        """List the batch's sessions, newest first."""
        row = self.batch(batch)
        return sittings_of(row, sent["show"]).select_related("enrolment__batch", "prolific")
