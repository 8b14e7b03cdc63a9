"""People without an account: making one, the link of their own, and turning it into an account."""

from django.contrib.auth import login
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _

from people.keys.deriving import derived_tokens, token_hash
from people.models import Invitation, User
from recruiting.models import Guest
from tabular.errors import RateroomError

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


class NoAccount(RateroomError):  # noqa: N818 - named for what did not come about
    """A guest's account cannot be made."""


@transaction.atomic
def make_guest(*, invitation: Invitation | None = None) -> User:
    """A person without name, address and password, who may do what admissions let them do."""
    user = User(username=f"guest-{get_random_string(12, LETTERS)}", is_guest=True)
    user.set_unusable_password()
    user.save(force_insert=True)
    key = get_random_string(40)
    token = _tokens(user.pk, key)[0]
    Guest.objects.create(user=user, invitation=invitation, key=key, token_sha256=token_hash(token))
    return user


def sign_in_guest(request: HttpRequest, user: User) -> None:
    """Sign in a person who proved who they are by a link or a panel's identity: never somebody
    with an account."""
    if not may_sign_in(user):
        raise ValueError("Only guests are signed in without a password.")
    login(request, user)


def may_sign_in(user: User) -> bool:
    """Whether a link may sign this person in."""
    return user.is_guest and user.is_active and not user.is_staff and not user.has_usable_password()


def own_token(guest: Guest) -> str:
    """The token of the guest's own link, made anew from the site's key; blank where the site's
    keys have changed since."""
    tokens = _tokens(guest.user_id, guest.key)
    return next((token for token in tokens if token_hash(token) == guest.token_sha256), "")


def find_guest(token: str) -> User | None:
    """Whose link this is, while they have no account."""
    guest = Guest.objects.select_related("user").filter(token_sha256=token_hash(token)).first()
    return guest.user if guest is not None and may_sign_in(guest.user) else None


def make_account(*, user: User, name: str, email: str, password: str) -> User:
    """Give a guest a name and a password; their work stays theirs and their links open nothing any
    more. Raises NoAccount."""
    try:
        with transaction.atomic():
            account = User.objects.select_for_update(no_key=True).get(pk=user.pk)
            if not account.is_guest:
                raise NoAccount(_("You have an account already."))
            account.username, account.email, account.is_guest = name, email, False
            account.set_password(password)
            account.save(update_fields=["username", "email", "is_guest", "password"])
            return account
    except IntegrityError as error:
        raise NoAccount(
            _("This user name was taken a moment ago."), remedy=_("Choose another one.")
        ) from error


def _tokens(user_id: int, key: str) -> list[str]:
    return derived_tokens("recruiting.guests", f"{user_id}:{key}")
