"""A signal receiver that makes people complete the exit questionnaire before they see the
completion code."""

from django.db.models.signals import post_save
from django.dispatch import receiver

from hits.models import Enrolment
from recruiting.around.models import Page
from recruiting.around.steps import page_address, version_shown


@receiver(post_save, sender=Enrolment)
def put_closing_before_the_code(
    instance: Enrolment, *, created: bool, raw: bool = False, **_kwargs: object
) -> None:
    if created and not raw and version_shown(instance.batch_id, Page.CLOSING):
        instance.closing_route = page_address(instance.batch_id, Page.CLOSING)
        instance.save(update_fields=["closing_route"])
