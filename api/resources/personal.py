"""Deletion of a person's data, for owners of every project that the person worked in."""

from typing import Any

from django.utils import timezone
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied

from api.operations import Operation, Resource
from api.problems import Invalid
from api.resources.people import owned
from api.resources.shapes import Shape, names
from api.resources.work.parts import part_of
from core.errors import Problem
from hits.models import Enrolment
from people.models import Erasure
from people.personal_data.erasing import ask_erasure, may_erase, why_not_erasable


class ErasureRow(serializers.ModelSerializer):
    """A deletion of a person's data. The deletion is in progress until `done_at`, and `gone` gives
    the number of deleted rows of each kind."""

    class Meta:
        model = Erasure
        fields = names("texts asked_at due_at done_at gone")


class ErasureShape(serializers.Serializer):
    """The deletion of an annotator's data. `may_erase` is true if you can delete the data.
    Otherwise, `against` is the reason why you cannot. `erasure` is the latest deletion, or null if
    no one has asked for a deletion."""

    may_erase = serializers.BooleanField()
    against = serializers.CharField(allow_blank=True)
    erasure = ErasureRow(allow_null=True)


class ErasureTerms(Shape):
    """A request to delete a person's data. Repeat the person's pseudonym to confirm the deletion.
    With `texts`, the person's free texts are deleted too. A deletion cannot be undone."""

    pseudonym = serializers.CharField(max_length=20)
    texts = serializers.BooleanField(default=False)


class ErasureOfPart(Resource):
    @Operation("read_erasure", answer=ErasureShape)
    def get(self, batch: int, pk: int) -> dict[str, object]:
        """Return whether a person's data can be deleted, and the latest deletion. Owners only."""
        return self._shown(self._part(batch, pk))

    @Operation("erase_person", body=ErasureTerms, answer=ErasureShape, status=202)
    def post(self, batch: int, pk: int, sent: dict[str, Any]) -> dict[str, object]:
        """Start a task that deletes everything that identifies the person, in all the batches that
        the person worked on. The person's responses are kept without a name. Owners only."""
        part = self._part(batch, pk, write=True)
        if not may_erase(self.user, part.annotator):
            raise PermissionDenied
        if sent["pseudonym"].strip() != part.pseudonym:
            what = f"Write the person's pseudonym exactly as follows: {part.pseudonym}."
            raise Invalid([Problem(what, "pseudonym")])
        ask_erasure(
            user=part.annotator,
            origin=Erasure.Origin.OWNER,
            texts=sent["texts"],
            by=self.user,
            at=timezone.now(),
        )
        return self._shown(part)

    def _part(self, batch: int, pk: int, *, write: bool = False) -> Enrolment:
        part = part_of(self, batch, pk, write=write)
        owned(self, part.batch.project_id)
        return part

    def _shown(self, part: Enrolment) -> dict[str, object]:
        latest = Erasure.objects.filter(user=part.annotator, stopped_at=None)
        return {
            "may_erase": may_erase(self.user, part.annotator),
            "against": why_not_erasable(part.annotator),
            "erasure": latest.order_by("-pk").first(),
        }
