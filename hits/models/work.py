"""The models of HITs and assignments."""

from collections import Counter
from collections.abc import Iterable
from copy import copy
from typing import ClassVar, Self

from django.contrib.postgres.expressions import ArraySubquery
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Count, OuterRef, Q, Value
from django.db.models.expressions import RawSQL
from django.db.models.functions import JSONObject
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from core.database.conditions import Equivalent, OneOf
from core.database.sql import load
from hits import states
from hits.models.batches import Batch
from hits.models.enrolments import Enrolment
from hits.models.preflight import MaskedOutput
from people.models import User
from stimuli.models import Item, Output


class HIT(models.Model):
    """One unit of work: an item with one or more of its outputs, in a fixed canonical order (`a`,
    `b`, …).

    The outputs are stored by id. A trigger ensures that each output belongs to the item and appears
    only once.
    """

    class Purpose(models.TextChoices):
        MAIN = "main", _("Main")
        GOLD = "gold", _("Gold")
        TRAINING = "training", _("Training")
        RETEST = "retest", _("Retest")

    class Availability(models.TextChoices):
        OPEN = "open", _("Yes")
        SUSPENDED = "suspended", _("On hold")
        CLOSED = "closed", _("Closed")

    # No index: the constraint `hit_once` begins with the batch.
    batch = models.ForeignKey(Batch, on_delete=models.PROTECT, related_name="hits", db_index=False)
    purpose = models.CharField("purpose", max_length=10, choices=Purpose, default=Purpose.MAIN)
    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="hits")
    output_ids = ArrayField(models.BigIntegerField(), verbose_name="outputs")
    annotators_wanted = models.PositiveSmallIntegerField(
        "annotators wanted", default=1, db_default=1
    )
    # Whether the HIT can be handed out: see hits.broken.
    availability = models.CharField(
        "handed out",
        max_length=9,
        choices=Availability,
        default=Availability.OPEN,
        db_default="open",
    )
    # Random in the batch, 0 to 2**31 - 1, and reproducible: see hits.batches.publishing.
    position = models.PositiveIntegerField("position")

    class Meta:
        verbose_name = "HIT"
        verbose_name_plural = "HITs"
        indexes: ClassVar[list[models.Index]] = [
            # A claim of gold searches this index from a random position on:
            # hits/queue/sql/checks.sql.
            models.Index(
                name="hit_gold", fields=["batch", "position", "id"], condition=Q(purpose="gold")
            ),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="hit_once", fields=["batch", "purpose", "output_ids"]),
            models.CheckConstraint(name="hit_has_outputs", condition=Q(output_ids__len__gte=1)),
            models.CheckConstraint(
                name="hit_wants_annotators", condition=Q(annotators_wanted__gte=1)
            ),
        ]

    def __str__(self) -> str:
        return f"HIT {self.pk}"

    @cached_property
    def outputs(self) -> list[Output]:
        """Return the HIT's outputs, with their systems, in canonical order. For many HITs, call
        `attach_outputs` first, which reads all outputs in one query."""
        attach_outputs([self])
        return self.outputs


def attach_outputs(hits: Iterable[HIT]) -> None:
    """Read the outputs and systems of all these HITs in one query, and set each HIT's `outputs`.
    Masked outputs have the masked text of the HIT's batch."""
    hits = list(hits)
    wanted = {pk for hit in hits for pk in hit.output_ids}
    masks = MaskedOutput.objects.filter(
        output=OuterRef("pk"), batch__in={hit.batch_id for hit in hits}
    )
    with_masks = Output.objects.select_related("system").annotate(
        masks_shown=ArraySubquery(masks.values(pair=JSONObject(batch="batch_id", text="text")))
    )
    outputs = with_masks.in_bulk(wanted)
    for hit in hits:
        hit.outputs = [_as_shown(outputs[pk], hit.batch_id) for pk in hit.output_ids]


def _as_shown(output: Output, batch_id: int) -> Output:
    texts = {mask["batch"]: mask["text"] for mask in getattr(output, "masks_shown", ())}
    if batch_id not in texts:
        return output
    masked = copy(output)
    masked.text = texts[batch_id]
    return masked


# For a query of HITs: the names of their outputs' systems, in canonical order.
OUTPUT_SYSTEMS = RawSQL(  # noqa: S611 - the file's text
    load(states.CONDITIONS, "output_systems"), [], output_field=ArrayField(models.TextField())
)


class AssignmentQuerySet(models.QuerySet["Assignment"]):
    """A queryset of assignments that can count them by state."""

    def in_work(self) -> Self:
        return self.filter(state=Assignment.State.CLAIMED, prefetched=False)

    def prefetched(self) -> Self:
        """Return the prefetched assignments. Each is reserved for a person who is still working on
        another HIT."""
        return self.filter(state=Assignment.State.CLAIMED, prefetched=True)

    def unbegun(self) -> Self:
        """Return the assignments that no one has started: those that are free or prefetched."""
        return self.filter(
            Q(state=Assignment.State.FREE) | Q(state=Assignment.State.CLAIMED, prefetched=True)
        )

    def count_by_state(self) -> dict[str, int]:
        """Return the number of assignments in each state. Prefetched assignments count as free."""
        counts: Counter[str] = Counter()
        for of_batch in self.count_by_batch_and_state().values():
            counts.update(of_batch)
        return dict(counts)

    def count_by_batch_and_state(self) -> dict[int, dict[str, int]]:
        """Return the number of assignments by batch and state. Prefetched assignments count as
        free, although their stored state is claimed. They are counted in a separate part of the
        query, so that the query can use the index `assignment_batch_state`."""
        rows = self.order_by()
        by_state = rows.values_list("batch_id", "state").annotate(number=Count("*"))
        ahead = rows.prefetched().values("batch_id").annotate(number=Count("*"))
        prefetched = ahead.values_list("batch_id", Value(PREFETCHED), "number")
        counts: dict[int, Counter[str]] = {}
        for batch_id, state, number in by_state.union(prefetched, all=True):
            counts.setdefault(batch_id, Counter())[state] += number
        for of_batch in counts.values():
            moved = of_batch.pop(PREFETCHED, 0)
            of_batch.update({states.State.CLAIMED: -moved, states.State.FREE: moved})
        return {
            pk: {state: n for state, n in of_batch.items() if n} for pk, of_batch in counts.items()
        }


PREFETCHED = "prefetched"  # not a state, but counted among them
_UNCLAIMED = OneOf("state", states.UNCLAIMED)


class Assignment(models.Model):
    """One requested rating of a HIT, and one person's attempt at it.

    The states are free → claimed → submitted → approved or rejected. If an assignment is returned,
    expires or is rejected, the same transaction inserts a new free assignment. A withdrawn
    assignment was still free when its batch closed. A suspended assignment would be free, but its
    HIT is on hold.

    A prefetched assignment is claimed for a person as their next one, but not started. If it is
    released, it becomes free again, as if it had never been claimed.
    """

    State = states.State

    hit = models.ForeignKey(HIT, on_delete=models.PROTECT, related_name="assignments")
    batch = models.ForeignKey(
        Batch, on_delete=models.PROTECT, related_name="assignments", db_index=False
    )
    position = models.PositiveIntegerField(
        "position", help_text="The HIT's position, copied for the queue's index."
    )
    state = models.CharField("state", max_length=10, choices=State, default=State.FREE)
    shown_order = models.CharField(
        "order shown",
        max_length=26,
        default="a",
        help_text="Letters of the outputs, for example a, ba or cab.",
    )
    annotator = models.ForeignKey(
        User,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="assignments",
        db_index=False,
    )
    enrolment = models.ForeignKey(
        Enrolment,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="assignments",
        db_index=False,
    )
    sequence = models.PositiveIntegerField("number of the annotator's claim", null=True, blank=True)
    drawn_point = models.PositiveIntegerField("drawn point", null=True, blank=True)
    rubric_sha256 = models.CharField("SHA-256 of the rubric", max_length=64, blank=True)
    # Language of the rubric on the submitted page; blank before that.
    shown_language = models.CharField(
        "language shown", max_length=20, blank=True, default="", db_default=""
    )
    accepted_at = models.DateTimeField("accepted", null=True, blank=True)
    deadline_at = models.DateTimeField("deadline", null=True, blank=True)
    # Reserved for an annotator who works on another HIT of the batch; they can start it after that
    # one.
    prefetched = models.BooleanField("prefetched", default=False, db_default=False)
    # The number of extensions of the deadline: hits.queue.extensions, within the batch's limit.
    extended = models.PositiveSmallIntegerField("times extended", default=0, db_default=0)
    submitted_at = models.DateTimeField("submitted", null=True, blank=True)
    ended_at = models.DateTimeField("returned or expired", null=True, blank=True)
    decided_at = models.DateTimeField("decided", null=True, blank=True)
    decided_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )
    reason = models.TextField("reason", blank=True)
    # For a rejection: the kind of fault and its evidence; the annotator reads both.
    rejection = models.CharField(
        "rejection category",
        max_length=12,
        choices=states.RejectionCategory,
        blank=True,
        default="",
        db_default="",
    )
    evidence = models.TextField("evidence", blank=True, default="", db_default="")
    overturned_at = models.DateTimeField("rejection overturned", null=True, blank=True)
    # Its replacement was taken before the rejection was overturned, so the HIT has one response too
    # many.
    surplus = models.BooleanField("surplus", default=False, db_default=False)

    objects = AssignmentQuerySet.as_manager()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                name="assignment_hit_annotator_once",
                fields=["hit", "annotator"],
                condition=Q(state__in=["claimed", "submitted", "approved", "rejected"]),
            ),
            # One HIT at a time: a second tab gets the HIT that is already claimed.
            models.UniqueConstraint(
                name="assignment_one_claimed",
                fields=["batch", "annotator"],
                condition=Q(state="claimed", prefetched=False),
            ),
            # One more HIT can be prefetched. hits.queue.picking also uses this index to find the
            # assignments prefetched in a batch.
            models.UniqueConstraint(
                name="assignment_one_prefetched",
                fields=["batch", "annotator"],
                condition=Q(state="claimed", prefetched=True),
            ),
            models.CheckConstraint(
                name="assignment_prefetched_is_claimed",
                condition=Q(prefetched=False) | Q(state="claimed"),
            ),
            models.CheckConstraint(
                name="assignment_state_and_person",
                condition=Equivalent(Q(_UNCLAIMED), Q(annotator__isnull=True))
                & Equivalent(Q(_UNCLAIMED), Q(enrolment__isnull=True))
                & (
                    Q(_UNCLAIMED)
                    | Q(
                        accepted_at__isnull=False, deadline_at__isnull=False, sequence__isnull=False
                    )
                ),
            ),
            models.CheckConstraint(
                name="assignment_state_and_times",
                condition=Q(OneOf("state", states.State.values))
                & Equivalent(Q(OneOf("state", states.ANSWERED)), Q(submitted_at__isnull=False))
                & Equivalent(Q(OneOf("state", states.GIVEN_UP)), Q(ended_at__isnull=False)),
            ),
            models.CheckConstraint(
                name="assignment_state_and_decision",
                condition=Equivalent(Q(OneOf("state", states.DECIDED)), Q(decided_at__isnull=False))
                & (~Q(state="rejected") | ~Q(reason="")),
            ),
            models.CheckConstraint(
                name="assignment_rejection_has_a_category",
                condition=Q(OneOf("rejection", states.RejectionCategory.values), state="rejected")
                | (~Q(state="rejected") & Q(rejection="", evidence="")),
            ),
            models.CheckConstraint(
                name="assignment_overturned_is_approved",
                condition=Q(overturned_at__isnull=True, surplus=False)
                | Q(overturned_at__isnull=False, state="approved"),
            ),
            models.CheckConstraint(
                name="assignment_extended_is_somebodys",
                condition=Q(extended=0) | ~Q(_UNCLAIMED),
            ),
            models.CheckConstraint(
                name="assignment_shown_order", condition=Q(shown_order__regex="^[a-z]+\\Z")
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            # hits.queue.picking: the first free assignment at or after a random point. The index
            # contains only free ones, so it shrinks.
            models.Index(
                name="assignment_free",
                fields=["batch", "position", "id"],
                condition=Q(state="free"),
            ),
            # hits.queue.releasing.release_expired: the claimed ones whose deadline has passed.
            models.Index(
                name="assignment_deadline", fields=["deadline_at"], condition=Q(state="claimed")
            ),
            # hits.money.earnings and `own_work`: an annotator's responses, in all batches or in
            # one.
            models.Index(
                name="assignment_annotator",
                fields=["annotator", "batch", "state"],
                condition=Q(annotator__isnull=False),
            ),
            # hits.exports: responses in the order of submission, so that a download starts at once.
            models.Index(
                name="assignment_submitted",
                fields=["batch", "submitted_at", "id"],
                condition=Q(submitted_at__isnull=False),
            ),
            # `count_by_state` for a batch's progress, and the admin's lists of its assignments.
            models.Index(name="assignment_batch_state", fields=["batch", "state", "id"]),
        ]

    def __str__(self) -> str:
        return f"Assignment {self.pk}"

    @property
    def work_seconds(self) -> float | None:
        """Return the seconds from claiming to submitting, or None if the assignment has not been
        submitted."""
        if self.submitted_at is None or self.accepted_at is None:
            return None
        return (self.submitted_at - self.accepted_at).total_seconds()
