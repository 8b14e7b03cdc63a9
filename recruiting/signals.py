"""Signal receivers for guests who set a password, and for people who enrol in a batch."""

from allauth.account.signals import password_set
from django.db.models.signals import post_save
from django.dispatch import receiver

from hits.models import Enrolment
from people.models import User
from recruiting.route import advance


@receiver(password_set)
def end_being_a_guest(user: User, **_kwargs: object) -> None:
    """Convert a guest who sets a password to an account holder. The guest's links stop working."""
    if user.is_guest:
        user.is_guest = False
        user.save(update_fields=["is_guest"])


@receiver(post_save, sender=Enrolment)
def begin_the_way_into_work(
    instance: Enrolment, *, created: bool, raw: bool = False, **_kwargs: object
) -> None:
    """Store the path of the first page that the batch requires of a newly enrolled person."""
    if created and not raw and not instance.next_route:
        instance.next_route = advance(enrolment_id=instance.pk)
