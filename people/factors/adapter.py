"""The adapter for two-factor authentication with django-allauth. It encrypts secrets and has our
own texts."""

import logging
from typing import ClassVar

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.totp.internal.auth import generate_totp_secret
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.errors import RateroomError
from people.keys import sealed, unsealed
from people.models import User

PURPOSE = "people.factors"
logger = logging.getLogger(__name__)


class FactorAdapter(DefaultMFAAdapter):
    """The adapter that encrypts the secrets of authenticator apps with a key derived from
    SECRET_KEY."""

    error_messages: ClassVar[dict[str, object]] = DefaultMFAAdapter.error_messages | {
        "incorrect_code": gettext_lazy("This code is wrong or was already used."),
        "cannot_generate_recovery_codes": gettext_lazy(
            "Add an authenticator app or a security key first."
        ),
    }

    def encrypt(self, text: str) -> str:
        return sealed(text, purpose=PURPOSE).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Return the decrypted secret. If the site no longer has the key, return a new random
        secret, so that no code is accepted."""
        try:
            return unsealed(encrypted_text.encode(), purpose=PURPOSE)
        except RateroomError:
            logger.warning("A second factor cannot be read: the site's SECRET_KEY has changed.")
            return generate_totp_secret()

    def get_totp_label(self, user: User) -> str:
        return user.get_username()

    def get_totp_issuer(self) -> str:
        return f"Rateroom ({self._get_site_name()})"

    def generate_authenticator_name(self, user: User, type: str) -> str:  # noqa: A002
        return _("Key")
