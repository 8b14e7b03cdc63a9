"""People: Django's user model with our additions."""

from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Upper
from django.http import HttpRequest

from people.models.tokens import Limit
from people.requests.bounds import Bound


class User(AbstractUser):
    """A person. Researchers are staff with a membership; everyone else is an annotator."""

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
    """A request to a view behind `login_required`, with our user model."""

    user: User
