"""The language of a person's emails. It is stored at the first login, because the tasks that send
emails have no request."""

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.utils.translation import get_language

from people.models import NoticeSettings, User


@receiver(user_logged_in)
def note_language(user: User, **_kwargs: object) -> None:
    """Store the language of the request at the person's first login. The person can change it later
    in the notification settings."""
    language = get_language()
    if language:
        settings = NoticeSettings(user=user, language=language)
        NoticeSettings.objects.bulk_create([settings], ignore_conflicts=True)
