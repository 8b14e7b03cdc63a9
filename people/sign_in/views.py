"""Login pages that extend django-allauth's pages. For example, they say whether this site sends
email."""

from typing import Any

from allauth.account import views
from allauth.account.utils import get_next_redirect_url
from django.conf import settings
from django.http import HttpResponse

from people.requests.limits import forget_tries
from people.sign_in.addresses import note_verified


class LoginView(views.LoginView):
    """The page for logging in with a password or at an institution."""

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | {
            "institutions": institutions(),
            "next": get_next_redirect_url(self.request) or "",
        }


def institutions() -> list[dict[str, object]]:
    """Return the `id` and `name` of each institution whose login the site offers."""
    apps = settings.SOCIALACCOUNT_PROVIDERS["openid_connect"]["APPS"]
    return [{"id": app["provider_id"], "name": app["name"]} for app in apps]


class _TellsOfMail:
    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        context = super().get_context_data(**kwargs)  # type: ignore[misc]
        return context | {"mail_server": bool(settings.EMAIL_URL)}


class PasswordResetView(_TellsOfMail, views.PasswordResetView):
    """The page that asks for the email address of a person who has forgotten their password."""


class PasswordResetDoneView(_TellsOfMail, views.PasswordResetDoneView):
    """The page after a request to reset a password. Its text is the same for known and unknown
    email addresses."""


class PasswordResetFromKeyView(views.PasswordResetFromKeyView):
    """The page that a reset link opens, where the person sets a new password. The new password also
    resets the count of wrong passwords."""

    def form_valid(self, form: object) -> HttpResponse:
        response: HttpResponse = super().form_valid(form)
        note_verified(self.reset_user, self.reset_user.email)
        accounts = [self.reset_user.get_username(), self.reset_user.email]
        forget_tries(self.request, action="login_failed", accounts=accounts)
        return response
