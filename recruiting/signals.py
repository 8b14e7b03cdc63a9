"""Effects of a guest's password, and of a person's first step into a batch."""

from allauth.account.signals import password_set
from django.db.models.signals import post_save
from django.dispatch import receiver

from hits.models import Enrolment
from people.models import User
from recruiting.route import advance


@receiver(password_set)
def end_being_a_guest(user: User, **_kwargs: object) -> None:
    """Their links open nothing from then on, as after making an account."""
    if user.is_guest:
        user.is_guest = False
        user.save(update_fields=["is_guest"])


@receiver(post_save, sender=Enrolment)
def begin_the_way_into_work(
    instance: Enrolment, *, created: bool, raw: bool = False, **_kwargs: object
) -> None:
    """Enrolled people get the pages that the batch asks for first."""
    if created and not raw and not instance.next_route:
        instance.next_route = advance(enrolment_id=instance.pk)
