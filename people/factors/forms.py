"""Forms for second factors. They extend django-allauth's forms with our texts and limits."""

from typing import Any

from allauth.account.forms import ReauthenticateForm as AllauthPassword
from allauth.core import context
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base import forms as base
from allauth.mfa.models import Authenticator
from allauth.mfa.totp import forms as totp
from allauth.mfa.totp.internal.auth import SECRET_SESSION_KEY, generate_totp_secret
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.forms import CharField, Form, TextInput
from django.utils.translation import gettext_lazy as _
from redis import RedisError

from people.requests.limits import count_try, not_counted

# An app code is valid for 90 s: its own 30 s and the 30 s before and after. It is accepted only
# once.
CODE_SECONDS = 90
TOO_MANY = _("Too many attempts. Try again in 15 minutes.")
CODE_LENGTH = 40  # characters; app codes have 6 digits and recovery codes 8, with optional spaces


def _code_field(label: Any, hint: Any) -> CharField:
    widget = TextInput(
        attrs={
            "autocomplete": "one-time-code",
            "inputmode": "numeric",
            "autocapitalize": "none",
            "spellcheck": "false",
        }
    )
    return CharField(label=label, help_text=hint, max_length=CODE_LENGTH, widget=widget)


class _OnceOnly:
    """A mixin for forms that refuses a code that was used before, for as long as the app can still
    show it."""

    user: object

    def clean_code(self) -> str:
        try:
            code = str(super().clean_code())  # type: ignore[misc]
            self._note_used(code)
        except ValidationError as error:
            if error.code == "too_many_login_attempts":
                raise ValidationError(TOO_MANY, code="too_many") from error
            raise
        except RedisError as error:
            raise not_counted(error) from error
        return code

    def _note_used(self, code: str) -> None:
        authenticator: Authenticator = self.authenticator  # type: ignore[attr-defined]
        if authenticator.type != Authenticator.Type.TOTP:
            return
        digits = "".join(filter(str.isdecimal, code))
        key = f"people.factors.used.{authenticator.pk}.{digits}"
        if not cache.add(key, 1, timeout=CODE_SECONDS):
            raise get_adapter().validation_error("incorrect_code")


class AuthenticateForm(_OnceOnly, base.AuthenticateForm):
    """The form that asks for a code at login."""

    code = _code_field(_("Code"), _("From your authenticator app, or a recovery code."))


class ReauthenticateForm(_OnceOnly, base.ReauthenticateForm):
    """The form that asks for a code before a sensitive change."""

    code = _code_field(_("Code"), _("From your authenticator app, or a recovery code."))


class ActivateForm(totp.ActivateTOTPForm):
    """The form for the first code from a new authenticator app. Until the app is confirmed, its
    secret is stored encrypted in the session."""

    code = _code_field(_("Code"), _("Enter the six digits that the app shows now."))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.user = kwargs.pop("user")
        # Skip django-allauth's own __init__, which stores the plain secret in the session.
        Form.__init__(self, *args, **kwargs)
        self.secret = _pending_secret(renew=not self.is_bound)


class KeyForm(AddWebAuthnForm):
    """The form for adding a security key, with the browser's data about the key and a name for
    it."""

    name = CharField(label=_("Name"), max_length=60)


class PasswordForm(AllauthPassword):
    """The form that asks for the password before a sensitive change. It limits the number of
    attempts."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["password"]
        field.label = _("Current password")
        field.widget.attrs.pop("placeholder", None)

    def clean_password(self) -> str:
        account = self.user.get_username()
        count_try(context.request, action="current_password", account=account)
        return str(super().clean_password())


def _pending_secret(*, renew: bool) -> str:
    session, adapter = context.request.session, get_adapter()
    if renew or SECRET_SESSION_KEY not in session:
        session[SECRET_SESSION_KEY] = adapter.encrypt(generate_totp_secret())
    return str(adapter.decrypt(session[SECRET_SESSION_KEY]))
