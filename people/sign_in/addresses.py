"""Email confirmation. An address counts as confirmed only if the person confirms it through an
emailed link or their institution confirms it."""

from django.conf import settings
from django.core import signing
from django.dispatch import Signal
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from people.models import User
from people.notices.sending import send

SALT = "people.sign_in.addresses"
VALID_SECONDS = 30 * 24 * 3600
address_verified = Signal()  # sent with `user`


def has_verified_address(user: User) -> bool:
    return bool(user.email) and user.email.lower() == user.verified_email.lower()


def note_verified(user: User, address: str) -> bool:
    """Record that `address` is confirmed, and send the signal `address_verified`. Return False if
    it is not the account's address."""
    if not address or user.email.lower() != address.lower():
        return False
    if not has_verified_address(user):
        user.verified_email = user.email
        user.save(update_fields=["verified_email"])
    address_verified.send(sender=User, user=user)
    return True


def ask_to_confirm_address(user: User) -> int:
    """Email a link for confirming the account's address, once per address. Return 1 if the email is
    sent, and 0 otherwise."""
    token = signing.dumps({"user": user.pk, "address": user.email}, salt=SALT)
    return send(
        kind="confirm_address",
        subject=signing.Signer(salt=SALT).signature(user.email)[:40],
        to=User.objects.filter(pk=user.pk),
        values={"address": user.email},
        path=reverse("confirm_address", args=[token]),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_address(request: HttpRequest, token: str) -> HttpResponse:
    """Show the page that the emailed link opens. Opening the page changes nothing. Its button
    confirms the address."""
    try:
        named = signing.loads(token, salt=SALT, max_age=VALID_SECONDS)
    except signing.BadSignature:
        named = {}
    user = User.objects.filter(pk=named.get("user"), is_active=True).first()
    if user is None or user.email != named["address"]:
        return render(request, "account/confirm_address.html", {"address": ""}, status=404)
    if request.method != "POST":
        return render(request, "account/confirm_address.html", {"address": user.email})
    note_verified(user, user.email)
    return redirect(settings.LOGIN_REDIRECT_URL)
