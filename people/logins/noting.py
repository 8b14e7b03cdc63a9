"""Recording the login time and the device in a new session."""

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from people.logins.devices import device_name


@receiver(user_logged_in)
def note_device(request: HttpRequest, **_kwargs: object) -> None:
    begin = getattr(request.session, "begin", None)
    if begin is not None:
        begin(device=device_name(request.headers.get("User-Agent", "")))
