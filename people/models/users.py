"""The user model, and the model of users' sessions."""

from importlib import import_module
from typing import ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models.functions import Now, Upper
from django.http import HttpRequest

from people.models.tokens import Limit
from people.requests.bounds import Bound


class User(AbstractUser):
    """A person with an account, or a guest. People with `is_staff` can open researchers' pages.
    Everyone else is an annotator."""

    # Part of the demo: works on the site's own machine only, while the demo is on
    # (people/sign_in/demo.py).
    is_demo = models.BooleanField("demo account", default=False, editable=False)
    # Came by a link or panel and has not chosen a name and password (recruiting/).
    is_guest = models.BooleanField(
        "without an account", default=False, db_default=False, editable=False
    )
    # The address that the person has confirmed (people/sign_in/addresses.py). It counts only while
    # `email` is the same.
    verified_email = models.EmailField(blank=True, default="", db_default="", editable=False)
    # The limits of the token that acts for the person. Never stored.
    limit: Limit | None = None
    # Whether to keep the person's tokens when they change the password. Never stored.
    keeps_tokens = False
    # The limits of a session that was opened without proof of identity. Never stored.
    bound: Bound | None = None

    class Meta(AbstractUser.Meta):
        # For login by email address, in any mix of capital and small letters.
        indexes: ClassVar[list[models.Index]] = [
            models.Index(Upper("email"), name="user_email_any_case")
        ]


class AnnotatorRequest(HttpRequest):
    """A request to a view that requires a login, so that its user is a `User`."""

    user: User


DEVICE_LENGTH = 40


class Session(AbstractBaseSession):
    """An open session, with its user and device. `people.sessions` reads the session and its user
    in one query.

    A trigger deletes a person's sessions when the person's password changes.
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
