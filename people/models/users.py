"""People, whose `User` is Django's with what Rateroom adds."""

from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Upper
from django.http import HttpRequest

from people.models.tokens import Limit
from people.requests.bounds import Bound


class User(AbstractUser):
    """A person. Researchers are staff with a membership; everyone else is an annotator."""

    # Part of the demo: usable on the site's own machine only, and only while the demo is on
    # (people/sign_in/demo.py).
    is_demo = models.BooleanField("demo account", default=False, editable=False)
    # Came by a link or from a panel and has chosen neither name nor password (recruiting/).
    is_guest = models.BooleanField(
        "without an account", default=False, db_default=False, editable=False
    )
    # The address that the person has shown to be theirs (people/sign_in/addresses.py); only while
    # `email` is the same does it count.
    verified_email = models.EmailField(blank=True, default="", db_default="", editable=False)
    # Where a token speaks for the person: what it leaves of their rights. Never stored.
    limit: Limit | None = None
    # Whether their tokens stay when they change the password. Never stored.
    keeps_tokens = False
    # The limits of a session that was opened without proof of identity. Never stored.
    bound: Bound | None = None

    class Meta(AbstractUser.Meta):
        # A login by e-mail address looks for it in whatever letters it is typed.
        indexes: ClassVar[list[models.Index]] = [
            models.Index(Upper("email"), name="user_email_any_case")
        ]


class AnnotatorRequest(HttpRequest):
    """A request behind `login_required`: its user is one of ours."""

    user: User
