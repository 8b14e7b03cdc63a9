"""The password validator that refuses passwords containing the name of the site or of the
person."""

import re
import unicodedata
from collections.abc import Iterator
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from people.models import User

SITE_NAME = "rateroom"
RULE = _("A password must not contain the name of the site, your name or your email address.")
# Longer names are found anywhere in a password. Shorter ones must be separate words: "ann" is also
# in "planning".
SHORT_NAME = 3


class NoNamesValidator:
    """The validator that refuses passwords containing the name of the site or of the person."""

    def validate(self, password: str, user: User | None = None) -> None:
        """Raise ValidationError if the password contains the name of the site or of the person."""
        text = _plain(password)
        if any(_contains(text, name) for name in _site_names()):
            raise ValidationError(str(RULE), code="password_site_name")
        if user is not None and any(_contains(text, name) for name in _names_of(user)):
            raise ValidationError(str(RULE), code="password_own_name")

    def get_help_text(self) -> str:
        return str(RULE)


def _site_names() -> Iterator[str]:
    """Yield the product's name, and the parts of the site's domain. The top-level domain (for
    example `org`) and short parts are left out."""
    yield SITE_NAME
    host = urlsplit(settings.SITE_URL).hostname or ""
    yield from (part for part in host.split(".")[:-1] if len(part) > SHORT_NAME)


def _names_of(user: User) -> Iterator[str]:
    """Yield the person's user name, first and last name, and the email address up to the `@`. Also
    yield each word of two letters or more in them."""
    mailbox = user.email.partition("@")[0]
    for name in (user.username, user.first_name, user.last_name, mailbox):
        plain = _plain(name)
        yield from {plain, *re.findall(r"[^\W\d_]{2,}", plain)} - {""}


def _contains(text: str, name: str) -> bool:
    if len(name) > SHORT_NAME:
        return name in text
    return re.search(rf"(?<![^\W\d_]){re.escape(name)}(?![^\W\d_])", text) is not None


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
