"""Emails with a link to reset a forgotten password."""

from allauth.account.utils import user_pk_to_url_str
from django.contrib.auth.tokens import default_token_generator
from django.core.mail import send_mail
from django.utils import translation
from django.utils.translation import gettext as _

from people.models import User
from people.site_addresses import site_address


def send_reset_links(*, email: str, language: str) -> int:
    """Email a reset link in `language` to each active account with this email address. Return the
    number of links sent.

    Raises OSError if the mail server refuses the email.
    """
    accounts = User.objects.filter(email__iexact=email, is_active=True, is_demo=False).order_by(
        "pk"
    )
    same = [user for user in accounts if user.email.lower() == email.lower()]
    with translation.override(language):
        for user in same:
            send_mail(
                _("Reset your Rateroom password"),
                _text(user),
                from_email=None,
                recipient_list=[user.email],
            )
    return len(same)


def _text(user: User) -> str:
    key = {"uidb36": user_pk_to_url_str(user), "key": default_token_generator.make_token(user)}
    return "\n\n".join(
        [
            _(
                "Someone, probably you, asked for a new password for the account %(name)s. If "
                "it was not you, do nothing. Otherwise, choose a new password here within one "
                "day:"
            )
            % {"name": user.get_username()},
            site_address("account_reset_password_from_key", **key),
        ]
    )
