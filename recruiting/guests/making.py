"""Creating guests, and turning guests into people with an account."""

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _

from core.errors import RateroomError
from people.models import Invitation, User
from recruiting.guests.own_links import new_key
from recruiting.models import Guest

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


class NoAccount(RateroomError):
    """Raised if the guest cannot create an account."""


@transaction.atomic
def make_guest(*, invitation: Invitation | None = None) -> User:
    """Create and return a guest: a user without a name, email address or password. Guests can work
    only on batches in which they are allowed by name."""
    user = User(username=f"guest-{get_random_string(12, LETTERS)}", is_guest=True)
    user.set_unusable_password()
    user.save(force_insert=True)
    Guest.objects.create(user=user, invitation=invitation, **new_key(user))
    return user


def own_links(user: User) -> Q:
    """Return a condition for the links that were created for this person alone."""
    return Q(uses=1) & (Q(guests__user=user) | Q(taken_by=user))


def may_sign_in(user: User) -> bool:
    """Return whether this person can log in without a password, which only guests can do."""
    return user.is_guest and user.is_active and not user.is_staff and not user.has_usable_password()


def make_account(*, user: User, name: str, email: str, password: str) -> User:
    """Give a guest an account with a name and a password, and return it. The guest's work is kept,
    and their personal links stop working. Raises NoAccount if the person already has an account or
    the name is taken."""
    try:
        with transaction.atomic():
            account = User.objects.select_for_update(no_key=True).get(pk=user.pk)
            if not account.is_guest:
                raise NoAccount(_("You already have an account."))
            account.username, account.email, account.is_guest = name, email, False
            account.set_password(password)
            account.save(update_fields=["username", "email", "is_guest", "password"])
            return account
    except IntegrityError as error:
        raise NoAccount(_("This name is already taken.")) from error
