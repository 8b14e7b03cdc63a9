"""User accounts, as superusers manage them. An account's settings decide who can open researchers'
pages and the whole site. Access to projects depends on memberships."""

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from core.errors import RateroomError
from people.acts import record, record_amended
from people.logins.ending import end_sessions
from people.models import Act, User
from people.notices.of_account import change_address


def create_account(*, account: User, password: str, by: User) -> User:
    """Store a new account, record the act, and return the account. If `password` is "", the person
    can only log in through a reset link or an institutional login. Raises RateroomError if the name
    is taken."""
    if password:
        account.set_password(password)
    else:
        account.set_unusable_password()
    try:
        with transaction.atomic():
            account.save(force_insert=True)
            record(by, Act.Verb.CREATED, account)
    except IntegrityError as error:
        raise _name_taken() from error
    return account


def change_account(*, account_id: int, changes: Mapping[str, Any], by: User) -> bool:
    """Change the fields in `changes` of an account, and record the act. Return False if nothing
    changes. Deactivating an account logs the person out. After a change of the email address, the
    previous address is notified.

    Raises RateroomError if the name is taken, or if superusers change their own permissions.
    """
    try:
        with transaction.atomic():
            return _change(account_id, changes, by)
    except IntegrityError as error:
        raise _name_taken() from error


def _change(account_id: int, changes: Mapping[str, Any], by: User) -> bool:
    account = User.objects.select_for_update(no_key=True).get(pk=account_id)
    before = {name: getattr(account, name) for name in changes}
    after = {name: value for name, value in changes.items() if before[name] != value}
    if account == by and {"is_active", "is_staff", "is_superuser"} & set(after):
        raise RateroomError(
            _("You cannot change your own permissions."), remedy=_("Ask another superuser.")
        )
    if not after:
        return False
    if "email" in after:
        change_address(account, after["email"])
    for name, value in after.items():
        setattr(account, name, value)
    account.save(update_fields=list(after))
    if after.get("is_active") is False:
        end_sessions(user=account, by=by)
    record_amended(by, account, before=before, after=after)
    return True


@transaction.atomic
def set_password(*, account: User, password: str, by: User) -> None:
    """Set another password for the account, and record the act. The account's sessions end, its API
    tokens are revoked, and the person is notified."""
    account.set_password(password)
    account.save(update_fields=["password"])
    after = {"password": "set"}
    record(by, Act.Verb.AMENDED, account, after=after)


def _name_taken() -> RateroomError:
    return RateroomError(_("This name is already taken."), field="username")
