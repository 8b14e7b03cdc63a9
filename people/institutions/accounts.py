"""Accounts for institutional logins. A login opens the account that is linked to it, or creates an
account without a role. An existing account with the same email address is never used, because
anyone can enter any address."""

import re
import secrets
from collections.abc import Iterator

from allauth.socialaccount.models import SocialAccount
from django.db import transaction
from django.utils.translation import gettext as _

from people.acts import record
from people.institutions.claims import Claims, LoginRefused, verified_email
from people.models import Act, User

NAME_LENGTH = 150
_UNUSABLE = re.compile(r"[^\w.@+-]")


def linked_user(provider: str, subject: str) -> User | None:
    """Return the account linked with this institutional login, or None for a new login."""
    link = SocialAccount.objects.select_related("user").filter(provider=provider, uid=subject)
    row = link.first()
    return row.user if row else None


@transaction.atomic
def make_linked_user(*, provider: str, subject: str, claims: Claims) -> User:
    """Create and return an account without a role or password, which can be opened only through
    this institutional login. If an account is already linked to the login, return that account."""
    if user := linked_user(provider, subject):
        return user
    wish = str(claims.get("preferred_username") or verified_email(claims).partition("@")[0])
    user = User(username=_free_name(wish), email=verified_email(claims))
    user.set_unusable_password()
    user.save(force_insert=True)
    _link(user, provider=provider, subject=subject)
    return user


@transaction.atomic
def link_login(*, user: User, provider: str, subject: str) -> bool:
    """Link this institutional login to the person's account. Return False if it is already linked.
    Raises LoginRefused if it is linked to another account."""
    other = linked_user(provider, subject)
    if other is not None and other != user:
        raise LoginRefused(_("This login is already linked to another account on this site."))
    if other is None:
        _link(user, provider=provider, subject=subject)
    return other is None


@transaction.atomic
def unlink_login(*, user: User, link_id: int) -> bool:
    """Unlink the institutional login from the person's account. Return False if there is no such
    link. Raises LoginRefused if it is the person's only way to log in."""
    links = SocialAccount.objects.select_for_update().filter(user=user)
    link = links.filter(pk=link_id).first()
    if link is None:
        return False
    if not user.has_usable_password() and links.count() == 1:
        raise LoginRefused(_("This is your only way to log in. Set a password first."))
    link.delete()
    _note(user, Act.Verb.LOGIN_UNLINKED, link.provider)
    return True


def _link(user: User, *, provider: str, subject: str) -> None:
    # Of the institution's data, we store only its id for the person.
    SocialAccount.objects.create(user=user, provider=provider, uid=subject, extra_data={})
    _note(user, Act.Verb.LOGIN_LINKED, provider)


def _note(user: User, verb: str, provider: str) -> None:
    record(user, verb, user, after={"institution": provider})


def _free_name(wish: str) -> str:
    return next(name for name in _names(wish) if not User.objects.filter(username=name).exists())


def _names(wish: str) -> Iterator[str]:
    base = _UNUSABLE.sub("", wish)[: NAME_LENGTH - 20] or "person"
    yield base
    while True:
        yield f"{base}-{secrets.token_hex(4)}"
