"""The language that a person reads, noted when they first sign in: a task has no request to ask."""

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.utils.translation import get_language

from people.models import NoticeSettings, User


@receiver(user_logged_in)
def note_language(user: User, **_kwargs: object) -> None:
    """Once: from then on it is chosen on the page of switches."""
    language = get_language()
    if language:
        settings = NoticeSettings(user=user, language=language)
        NoticeSettings.objects.bulk_create([settings], ignore_conflicts=True)
