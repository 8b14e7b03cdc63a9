"""Changes to a batch's state, such as pausing, closing, amending, copying and archiving it."""

from collections.abc import Callable, Collection
from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

from api.operations import MONEY, WRITE, Operation, Resource
from api.problems import Conflict, Invalid, not_found
from api.resources.batches import BatchShape, OfBatch
from api.resources.shapes import Money, Shape, names
from hits.archive import archive, take_from_archive
from hits.batches.amendments import amend_batch, plan_amendment
from hits.batches.pilots import duplicate_batch, make_main_batch, mark_pilot
from hits.batches.publishing import (
    cancel_publishing,
    close_batch,
    pause_batch,
    resume_batch,
    retry_publishing,
)
from hits.batches.terms.published import MOST_PEOPLE
from hits.batches.unveiling import unveil_means
from hits.batches.wishes import Plan, Wish
from hits.models import Amendment, Batch
from hits.models.batches import MOST_SECONDS
from hits.models.terms.sampling import MOST_ANNOTATORS
from people.models import User
from stimuli.models import System


def act_on_batch(
    name: str,
    words: str,
    change: Callable[..., object],
    scope: str = WRITE,
    *,
    ends_in: Collection[str] = (),
) -> type[Resource]:
    """Return a resource with the POST operation `name`, which calls `change` on a batch and returns
    the batch. A repeat changes nothing. If `ends_in` names states, the resource raises Conflict
    unless the batch is then in one of these states."""

    class ActOnBatch(OfBatch):
        def post(self, batch: int) -> Batch:
            row = self.batch(batch, write=True)
            change(batch_id=row.pk, by=self.user)
            row = self.batch(batch)
            if ends_in and row.state not in ends_in:
                raise Conflict(f"The batch is {row.state}, so this cannot be done.")
            return row

        post.__doc__ = words
        post = Operation(name, answer=BatchShape, scope=scope)(post)  # type: ignore[assignment]

    ActOnBatch.__name__ = name
    return ActOnBatch


PauseBatch = act_on_batch(
    "pause_batch", "Pause the batch. No more HITs are handed out.", pause_batch, ends_in={"paused"}
)


def _unveil(*, batch_id: int, by: User) -> None:
    unveil_means(batch=Batch.objects.get(pk=batch_id), by=by)


UnveilMeans = act_on_batch(
    "unveil_means", "Show means by system before the batch closes. This is recorded.", _unveil
)
ResumeBatch = act_on_batch(
    "resume_batch", "Resume the batch. HITs are handed out again.", resume_batch, ends_in={"live"}
)
CloseBatch = act_on_batch(
    "close_batch",
    "Close the batch. Unclaimed assignments are cancelled and refunded. You cannot undo this.",
    close_batch,
    MONEY,
    ends_in={"closed"},
)
RetryBatch = act_on_batch(
    "retry_publication", "Continue publishing if it has stopped.", retry_publishing, MONEY
)
CancelBatch = act_on_batch(
    "cancel_publication",
    "Cancel publishing. The batch becomes a draft again, and its cost is refunded.",
    cancel_publishing,
    MONEY,
    ends_in={"publishing", "draft"},
)


def _archive(*, batch_id: int, by: Any) -> bool:
    return archive(row=Batch.objects.get(pk=batch_id), by=by)


def _take_from_archive(*, batch_id: int, by: Any) -> bool:
    return take_from_archive(row=Batch.objects.get(pk=batch_id), by=by)


ArchiveBatch = act_on_batch("archive_batch", "Hide the batch from lists.", _archive)
UnarchiveBatch = act_on_batch(
    "unarchive_batch", "Show the batch in lists again.", _take_from_archive
)


class DuplicateBatch(OfBatch):
    @Operation("duplicate_batch", answer=BatchShape, status=201)
    def post(self, batch: int) -> Batch:
        """Create a draft with the same settings as the batch."""
        row = self.batch(batch, write=True)
        return self.made(duplicate_batch(batch=row, by=self.user))


class PilotMark(Shape):
    """The setting that marks a batch as a pilot."""

    is_pilot = serializers.BooleanField()


class MarkPilot(OfBatch):
    @Operation("mark_pilot", body=PilotMark, answer=BatchShape)
    def post(self, batch: int, sent: dict[str, Any]) -> Batch:
        """Mark the batch as a pilot, or remove the mark."""
        mark_pilot(batch=self.batch(batch, write=True), is_pilot=sent["is_pilot"], by=self.user)
        return self.batch(batch)


class MainTerms(Shape):
    """Settings for the main batch: whether to exclude the pilot's items, and whether to exclude the
    pilot's people."""

    without_items = serializers.BooleanField(default=False)
    without_people = serializers.BooleanField(default=False)


class MainBatch(OfBatch):
    @Operation("make_main_batch", body=MainTerms, answer=BatchShape, status=201)
    def post(self, batch: int, sent: dict[str, Any]) -> Batch:
        """Create a draft of the main batch with the pilot's settings."""
        pilot = self.batch(batch, write=True)
        return self.made(make_main_batch(pilot=pilot, by=self.user, **sent))


class WishShape(Shape):
    """An amendment. `annotators` adds this number of annotators, optionally only for `items_named`.
    `items` adds this number of items, and optionally `annotators` for all HITs. `systems` adds the
    named systems. `time` sets a new total in `seconds`. `people` is how many additional people are
    paid for training and first checks."""

    kind = serializers.ChoiceField(choices=Amendment.Kind.choices)
    annotators = serializers.IntegerField(default=0, min_value=0, max_value=MOST_ANNOTATORS)
    items_named = serializers.ListField(child=serializers.CharField(), default=list)
    items = serializers.IntegerField(default=0, min_value=0, max_value=2**31 - 1)
    systems = serializers.ListField(child=serializers.CharField(), default=list)
    seconds = serializers.IntegerField(default=0, min_value=0, max_value=MOST_SECONDS)
    people = serializers.IntegerField(default=0, min_value=0, max_value=MOST_PEOPLE)


class PlanShape(serializers.Serializer):
    """The HITs, assignments and checks that an amendment would add, and their cost."""

    hits = serializers.IntegerField()
    assignments = serializers.IntegerField()
    checks = serializers.IntegerField()
    cost = Money()


class AmendmentShape(serializers.ModelSerializer):
    """An amendment: what it added, and its cost."""

    class Meta:
        model = Amendment
        fields = names("id kind details hits assignments checks cost")


class Amendments(OfBatch):
    @Operation("list_amendments", answer=AmendmentShape, paged=True)
    def get(self, batch: int) -> QuerySet[Amendment]:
        """List the amendments of the batch."""
        return Amendment.objects.filter(batch=self.batch(batch))

    @Operation("amend_batch", body=WishShape, answer=AmendmentShape, status=201, scope=MONEY)
    def post(self, batch: int, sent: dict[str, object]) -> Amendment:
        """Amend a live or paused batch, and reserve the cost."""
        row = self.batch(batch, write=True)
        wish = _wish(row, sent)
        return amend_batch(batch_id=row.pk, wish=wish, key=self.write_key, by=self.user)


class PlanAmendment(Resource):
    @Operation("plan_amendment", body=WishShape, answer=PlanShape, scope="read")
    def post(self, batch: int, sent: dict[str, object]) -> Plan:
        """Return what an amendment would add and what it would cost, without changing anything."""
        row = self.batch(batch)
        return plan_amendment(row, _wish(row, sent))


def _wish(batch: Batch, sent: dict[str, Any]) -> Wish:
    systems = dict(
        System.objects.filter(dataset=batch.dataset_id, name__in=sent["systems"]).values_list(
            "name", "pk"
        )
    )
    if unknown := [name for name in sent["systems"] if name not in systems]:
        raise Invalid(not_found(name, "systems") for name in unknown)
    named = list(dict.fromkeys(sent["items_named"]))
    return Wish(**sent | {"systems": list(systems.values()), "items_named": named})
