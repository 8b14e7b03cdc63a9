"""Forms for logins and passwords. They extend django-allauth's forms with our texts and limits."""

from typing import Any

from allauth.account import forms as allauth
from allauth.account.adapter import get_adapter
from allauth.core import context
from celery import current_app
from django.forms import BooleanField, CharField, EmailField, Field, Form
from django.http import HttpRequest
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext_lazy as _

from people.models import User
from people.models.tokens import ApiToken
from people.requests import limits

MAIL_LINKS = "people.tasks.mail_reset_links"
NEW, AGAIN = _("New password"), _("Repeat password")
RULES = _(
    "Use at least 10 characters. Do not use a common password, your name or the name of the site."
)


def _worded(field: Field, label: Any, *, hint: Any = "", **attributes: str) -> None:
    """Set the field's label and hint, and remove its placeholder, because a placeholder disappears
    when someone types."""
    field.label, field.help_text = label, hint
    field.widget.attrs.pop("placeholder", None)
    field.widget.attrs |= attributes


class LoginForm(allauth.LoginForm):
    """The form for a user name or an email address, and the password."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        _worded(
            self.fields["login"],
            _("User name or email address"),
            autocomplete="username",
            autocapitalize="none",
            spellcheck="false",
            maxlength="254",
        )
        _worded(self.fields["password"], _("Password"))


class _NewPassword:
    fields: dict[str, Field]

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        _worded(self.fields["password1"], NEW, hint=RULES)
        _worded(self.fields["password2"], AGAIN)

    def clean(self) -> dict[str, object]:
        # Skip django-allauth's own message, which is worded differently.
        mixin: Any = super(allauth.PasswordVerificationMixin, self)
        cleaned: dict[str, Any] = mixin.clean()
        first, second = cleaned.get("password1"), cleaned.get("password2")
        if first and second and first != second:
            problem = _("The passwords do not match.")
            self.add_error("password2", problem)  # type: ignore[attr-defined]
        return cleaned


class _AlsoTokens:
    """A mixin for password forms that also revokes the person's API tokens, unless the person
    chooses to keep them."""

    fields: dict[str, Field]
    cleaned_data: dict[str, object]
    user: User

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        number = ApiToken.usable().filter(user=self.user).count() if self.user else 0
        if number:
            words = ngettext("Revoke my API token", "Revoke my %(number)d API tokens", number) % {
                "number": number
            }
            self.fields["end_tokens"] = BooleanField(initial=True, required=False, label=words)

    def save(self) -> None:
        self.user.keeps_tokens = not self.cleaned_data.get("end_tokens", True)
        super().save()  # type: ignore[misc]


class ChangePasswordForm(_AlsoTokens, _NewPassword, allauth.ChangePasswordForm):
    """The form for changing a password. It requires the current password and limits the number of
    attempts."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        _worded(self.fields["oldpassword"], _("Current password"))

    def clean_oldpassword(self) -> str:
        request: HttpRequest = context.request
        limits.count_try(request, action="current_password", account=self.user.get_username())
        return str(super().clean_oldpassword())


class SetPasswordForm(_NewPassword, allauth.SetPasswordForm):
    """The form that sets the first password of an account without one."""


class NewPasswordForm(_AlsoTokens, _NewPassword, allauth.ResetPasswordKeyForm):
    """The form for setting a new password, on the page that an emailed link opens."""


class NewcomerForm(_NewPassword, allauth.PasswordVerificationMixin, Form):
    """The form for a new account: user name, password, and an email address for password resets."""

    username = CharField(max_length=150, label=_("User name"))
    email = EmailField(
        required=False,
        max_length=254,
        label=_("Email address"),
        help_text=_("Leave blank for no email. We also send password reset links here."),
    )
    password1 = allauth.SetPasswordField()
    password2 = allauth.PasswordField(autocomplete="new-password")

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        _worded(self.fields["password1"], _("Password"), hint=RULES)
        _worded(self.fields["password2"], _("Repeat password"))
        _worded(
            self.fields["username"],
            _("User name"),
            autocomplete="username",
            autocapitalize="none",
            spellcheck="false",
        )

    def clean_username(self) -> str:
        name = str(get_adapter().clean_username(self.cleaned_data["username"]))
        # The password must not be similar to these.
        account = User(username=name, email=self.data.get("email", ""))
        self.fields["password1"].user = account  # type: ignore[attr-defined]
        return name

    def account(self) -> dict[str, str]:
        """Return the `name`, `email` and `password` for the new account."""
        chosen = self.cleaned_data
        return {
            "name": chosen["username"],
            "email": chosen["email"],
            "password": chosen["password1"],
        }


class ResetPasswordForm(allauth.ResetPasswordForm):
    """The form that asks for an email address to reset a password. A task looks up the account, so
    that neither the page nor its timing reveals whether the account exists."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        _worded(self.fields["email"], _("Email address"), autocapitalize="none", spellcheck="false")

    def clean_email(self) -> str:
        return str(self.cleaned_data["email"])

    def clean(self) -> dict[str, object]:
        cleaned: dict[str, Any] = super().clean()
        if email := cleaned.get("email"):
            limits.count_try(context.request, action="reset_mail", account=email)
        return cleaned

    def save(self, _request: HttpRequest, **_kwargs: object) -> str:
        email = self.cleaned_data["email"]
        current_app.send_task(MAIL_LINKS, args=(email, get_language() or "en"))
        return str(email)
