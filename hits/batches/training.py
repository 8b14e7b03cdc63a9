"""The training and test of a batch: numbers of HITs, checks before publication, and
qualifications."""

from dataclasses import dataclass

from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from hits.batches.making import NotPublishable
from hits.models import Batch, GoldKey, QualifiedPerson
from people.models import User


@dataclass(frozen=True)
class BeforeWork:
    """The numbers of training and test HITs that a person does before the batch's own HITs."""

    training: int
    test: int

    def __bool__(self) -> bool:
        return bool(self.training or self.test)


def before_work(batch: Batch) -> BeforeWork:
    """Return the numbers of training and test HITs that a person gets. Retired HITs do not count.
    Runs one query."""
    keys = GoldKey.objects.filter(batch=batch, retired_at__isnull=True)
    counts = dict(keys.order_by().values_list("purpose").annotate(Count("pk")))
    test = counts.get(GoldKey.Purpose.TEST, 0)
    return BeforeWork(
        counts.get(GoldKey.Purpose.TRAINING, 0),
        test if batch.test_length is None else min(batch.test_length, test),
    )


def check_training(batch: Batch) -> None:
    """Raise NotPublishable if the batch's settings for training and test do not match its training
    and test HITs."""
    where = _("Training")
    hits = before_work(batch)
    if hits.test and batch.tested_qualification_id is None:
        raise NotPublishable(
            _(
                "The batch has test HITs, but the test grants no qualification. "
                "Choose a qualification, or remove the test HITs."
            ),
            where=where,
        )
    if batch.tested_qualification_id is not None and not hits.test:
        raise NotPublishable(
            _("The batch grants a qualification through a test, but has no test HITs."), where=where
        )
    if batch.test_length is not None and batch.test_length > hits.test:
        raise NotPublishable(
            _("The test needs %(length)d HITs, but there are only %(number)d.")
            % {"length": batch.test_length, "number": hits.test},
            where=where,
        )
    if batch.training_pay and not hits:
        raise NotPublishable(
            _("The batch pays for training and test, but has no HITs for them."), where=where
        )


def is_qualified(*, qualification_id: int, user_id: int) -> bool:
    """Return whether the person has the qualification and it is neither revoked nor expired."""
    standing = QualifiedPerson.objects.filter(qualification=qualification_id, user=user_id)
    unexpired = Q(expires_at__isnull=True) | Q(expires_at__gt=timezone.now())
    return standing.filter(unexpired, revoked_at__isnull=True).exists()


def is_qualified_for(batch: Batch, user: User) -> bool:
    """Return whether the person has the qualification that the batch requires. Return True if the
    batch requires no qualification."""
    wanted = batch.required_qualification_id
    return wanted is None or is_qualified(qualification_id=wanted, user_id=user.pk)
