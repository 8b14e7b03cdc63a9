"""Pay for training and the test. The money is reserved at publication for a number of people, and
each of them is paid once."""

from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal

from django.db import transaction
from django.db.models import Count, F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from hits.models import Batch, Enrolment, TrainingPlace
from hits.money.escrow import refund
from payments.models import Transaction
from payments.posting import Kind, Posting, account_of, post

# How long a place is reserved for a person who has started. After that, the next person can have
# it.
KEPT_FOR = timedelta(days=1)


def training_cost(batch: Batch) -> Decimal:
    """Return the amount to reserve for training at publication. Training has no fee."""
    return batch.training_pay * (batch.training_people or 0)


def make_places(batch: Batch) -> None:
    """Create a training place for each person whose training pay is in escrow. Do nothing if the
    batch already has places. Call this only when publishing."""
    if not TrainingPlace.objects.filter(batch=batch).exists():
        add_places(batch, batch.training_people or 0)


def add_places(batch: Batch, number: int) -> None:
    """Add `number` paid places, if training is paid. The caller must have reserved the money."""
    if batch.training_pay:
        TrainingPlace.objects.bulk_create(
            (TrainingPlace(batch=batch) for _place in range(number)), batch_size=5000
        )


@dataclass(frozen=True)
class Places:
    """The number of training places of a batch. `paid_for` counts the places whose pay is or was in
    escrow. `remaining` counts the free and abandoned places, which are deleted when the batch
    closes."""

    paid_for: int
    remaining: int

    @property
    def in_words(self) -> str:
        """Return a sentence with the number of places left. If no place is left, the sentence says
        that no new person can start."""
        if self.remaining:
            text = _("Training pay left for %(left)d of %(made)d people.")
        else:
            text = _("Training pay for all %(made)d people is allocated, so no one new can start.")
        return text % {"made": self.paid_for, "left": self.remaining}


def places_of(batch: Batch) -> Places | None:
    """Return the training places of a batch, in one query. Return None if training is unpaid."""
    if not batch.training_pay:
        return None
    places = TrainingPlace.objects.filter(batch=batch)
    return Places(**places.aggregate(paid_for=Count("pk"), remaining=Count("pk", filter=_free())))


def _free() -> Q:
    abandoned = Q(enrolment__isnull=True) | Q(taken_at__lt=timezone.now() - KEPT_FOR)
    return Q(paid_at__isnull=True) & abandoned


def has_place(enrolment: Enrolment) -> bool:
    """Return whether the person has a training place, whether or not it is paid yet."""
    return TrainingPlace.objects.filter(enrolment=enrolment).exists()


def take_place(enrolment: Enrolment) -> bool:
    """Reserve a training place for this person. Return False if no place is left. Return True
    without reserving anything if training is unpaid. Call this only while the enrolment is
    locked."""
    if not enrolment.batch.training_pay:
        return True
    if has_place(enrolment):
        return True
    free = TrainingPlace.objects.filter(_free(), batch=enrolment.batch_id)
    in_turn = free.order_by(F("taken_at").asc(nulls_first=True), "pk")
    place = in_turn.select_for_update(skip_locked=True, of=("self",)).first()
    if place is None:
        return False
    place.enrolment, place.taken_at = enrolment, timezone.now()
    place.save(update_fields=["enrolment", "taken_at"])
    return True


@transaction.atomic
def pay_training(*, enrolment: Enrolment) -> bool:
    """Pay the person once for training and test, from escrow. Return False if training is unpaid,
    if the person was already paid, or if no place is left. Call this only while the enrolment is
    locked."""
    batch = enrolment.batch
    place = _place_to_pay(enrolment) if batch.training_pay else None
    if place is None or place.paid_at is not None:
        return False
    place.paid_at, place.paid_to = timezone.now(), enrolment.annotator
    place.save(update_fields=["paid_at", "paid_to"])
    escrow = account_of(batch.project_id, Kind.ESCROW, batch_id=batch.pk)
    earnings = account_of(batch.project_id, Kind.EARNINGS, annotator_id=enrolment.annotator_id)
    posting = Posting(
        Transaction.Kind.TRAINING,
        f"training:{place.pk}",
        {escrow: -batch.training_pay, earnings: batch.training_pay},
        batch_id=batch.pk,
    )
    return bool(post(project_id=batch.project_id, postings=[posting]))


def _place_to_pay(enrolment: Enrolment) -> TrainingPlace | None:
    """Reserve a training place for this person if needed, and return the locked place. Return None
    if no place is left."""
    own = TrainingPlace.objects.select_for_update(of=("self",)).filter(enrolment=enrolment)
    # Another person can take an abandoned place before it is locked. In that case, look for another
    # one.
    for _attempt in range(2):
        if take_place(enrolment) and (place := own.first()) is not None:
            return place
    return None


def is_paid(enrolment: Enrolment) -> bool:
    """Return whether the person has been paid for training and test."""
    return TrainingPlace.objects.filter(enrolment=enrolment, paid_at__isnull=False).exists()


def unpaid_training(batch: Batch) -> Decimal:
    """Return the escrow for training that has not been paid to anyone."""
    unpaid = TrainingPlace.objects.filter(batch=batch, paid_at__isnull=True)
    return unpaid.count() * batch.training_pay


def withdraw_places(batch: Batch) -> Decimal:
    """Delete the free and abandoned training places, and return their total pay, which the caller
    refunds. Call this only after the batch closes."""
    number, _by_model = TrainingPlace.objects.filter(_free(), batch=batch).delete()
    return number * batch.training_pay


def refund_abandoned() -> int:
    """Refund the abandoned training places of closed batches, and return the number of batches. The
    key of each refund contains the id of a deleted place, so no two refunds have the same key."""
    late = TrainingPlace.objects.filter(
        batch__state=Batch.State.CLOSED,
        paid_at__isnull=True,
        taken_at__lt=timezone.now() - KEPT_FOR,
    )
    batches = late.values_list("batch").annotate(Count("pk")).order_by()
    for batch_id, _number in batches:
        _refund_abandoned(batch_id)
    return len(batches)


@transaction.atomic
def _refund_abandoned(batch_id: int) -> None:
    batch = Batch.objects.select_for_update(no_key=True).get(pk=batch_id)
    # The key contains a place that is deleted here, so no later refund has the same key.
    first = TrainingPlace.objects.filter(_free(), batch=batch).order_by("pk").first()
    if first is not None and (amount := withdraw_places(batch)):
        refund(batch=batch, assignments=0, extra=amount, key=f"refund:training:{first.pk}")
