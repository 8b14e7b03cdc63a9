"""How guests come back: through their personal link, or in the browser that they used before. Both
depend on one key, so renewing the link ends both."""

import hmac
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import get_random_string

from hits.money.earnings import money_by_project
from people.keys import derived_tokens, token_hash
from people.logins.ending import end_sessions
from people.models import User
from recruiting.models import Guest

_LINK, _BROWSER = "recruiting.guests", "recruiting.guests.browser"


def new_key(user: User) -> dict[str, str]:
    """Return the fields of a `Guest` for a new personal link: a random key, and the hash of the
    link's token."""
    key = get_random_string(40)
    return {"key": key, "token_sha256": token_hash(_tokens(_LINK, user.pk, key)[0])}


def own_token(guest: Guest) -> str:
    """Return the token of the guest's personal link, which is derived from the site's secret key.
    Return "" if the site no longer has the secret key that the link was created with."""
    tokens = _tokens(_LINK, guest.user_id, guest.key)
    return next((token for token in tokens if token_hash(token) == guest.token_sha256), "")


def guest_of(token: str) -> Guest | None:
    """Return the guest whose personal link has this token, even if the link has expired. Return
    None if no guest has such a link."""
    guests = Guest.objects.select_related("user")
    return guests.filter(token_sha256=token_hash(token)).first()


def is_over(guest: Guest) -> bool:
    """Return whether the guest's link has expired. It expires if it was not used for
    GUEST_LINK_DAYS, unless the guest is owed money."""
    last_day = guest.used_at + timedelta(days=settings.GUEST_LINK_DAYS)
    return last_day < timezone.now() and not _is_owed(guest.user)


def _is_owed(user: User) -> bool:
    return any(of_project.pending or of_project.due > 0 for of_project in money_by_project(user))


@transaction.atomic
def renew_link(*, user: User, except_hash: str) -> None:
    """Give the guest a new personal link. The old link, the link that created the guest, and the
    cookies in the guest's browsers stop working. All sessions end, except the session whose key has
    the hash `except_hash`."""
    values = new_key(user)
    Guest.objects.filter(user=user).update(renewed_at=timezone.now(), **values)
    end_sessions(user=user, by=user, except_hash=except_hash)


def browser_mark(guest: Guest) -> str:
    """Return the value of the cookie that marks a browser as the guest's own. Set this cookie only
    in browsers of people who have proved that they are the guest."""
    return f"{guest.user_id}:{_tokens(_BROWSER, guest.user_id, guest.key)[0]}"


def guest_of_browser(mark: str) -> Guest | None:
    """Return the guest whom this cookie value belongs to. Return None if the value is forged or the
    guest's link has expired."""
    pk, _colon, token = mark.partition(":")
    if not (pk.isascii() and pk.isdigit() and len(pk) < 19):  # noqa: PLR2004 - as bigint
        return None
    guest = Guest.objects.select_related("user").filter(pk=int(pk)).first()
    if guest is None or is_over(guest):
        return None
    presented = token.encode("utf-8", "replace")
    expected = _tokens(_BROWSER, guest.user_id, guest.key)
    matches = any(hmac.compare_digest(genuine.encode(), presented) for genuine in expected)
    return guest if matches else None


def _tokens(purpose: str, user_id: int, key: str) -> list[str]:
    return derived_tokens(purpose, f"{user_id}:{key}")
