"""The table of sessions."""

from importlib import import_module

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models.functions import Now

DEVICE_LENGTH = 40


class Session(AbstractBaseSession):
    """An open session with user and device. `people.sessions` reads session and user in one query.

    A trigger deletes a person's sessions when their password changes.
    """

    session_key = models.CharField("SHA-256 of the key", max_length=64, primary_key=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="sessions"
    )
    began_at = models.DateTimeField("began", db_default=Now())
    seen_at = models.DateTimeField("last seen, not exactly", db_default=Now())
    # Browser and system, as named by `people.logins.devices`.
    device = models.CharField(max_length=DEVICE_LENGTH, blank=True, db_default="")

    class Meta(AbstractBaseSession.Meta):
        app_label = "people"

    @classmethod
    def get_session_store_class(cls) -> type[SessionBase]:
        # Found through the setting, as Django does, because the store's module imports this one.
        store: type[SessionBase] = import_module(settings.SESSION_ENGINE).SessionStore
        return store
