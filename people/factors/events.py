"""What happens after a person's second factors change: the change is recorded, and the person's
other sessions end. The module also resets the factors of people who have lost them."""

import logging

from allauth.account.internal.flows.login import record_authentication
from allauth.account.signals import user_logged_in
from allauth.core import context
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authentication_failed, authenticator_used
from django.db import transaction
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver
from django.http import HttpRequest

from people.acts import record
from people.factors.required import SESSION_KEY, has_factor
from people.logins.ending import end_sessions
from people.models import Act, User
from people.notices.account import Event
from people.notices.of_account import tell_of_account
from people.requests.origins import client_address
from people.sessions import hash_of_this

logger = logging.getLogger(__name__)


@receiver(post_save, sender=Authenticator)
def note_added(instance: Authenticator, created: bool, **_kwargs: object) -> None:
    if not created:
        return
    if instance.type == Authenticator.Type.RECOVERY_CODES:
        _record(instance, Act.Verb.CODES_MADE)
        return
    _record(instance, Act.Verb.FACTOR_ADDED)
    if request := _own_request(instance.user):
        request.session[SESSION_KEY] = instance.user.pk
        record_authentication(
            request, instance.user, "mfa", type=instance.type, reauthenticated=True
        )
    _end_others(instance.user)


@receiver(post_delete, sender=Authenticator)
def note_removed(instance: Authenticator, **_kwargs: object) -> None:
    if instance.type == Authenticator.Type.RECOVERY_CODES:
        return
    _record(instance, Act.Verb.FACTOR_REMOVED)
    request = _own_request(instance.user)
    if request and not has_factor(instance.user):
        request.session.pop(SESSION_KEY, None)
    _end_others(instance.user)


@receiver(authenticator_used)
def note_used(request: HttpRequest, user: User, **_kwargs: object) -> None:
    request.session[SESSION_KEY] = user.pk


@receiver(user_logged_in)
def note_institution(
    request: HttpRequest, user: User, second_factor: bool = False, **_kwargs: object
) -> None:
    """Mark the login as having used a second factor if the institution confirms this."""
    if second_factor:
        request.session[SESSION_KEY] = user.pk


@receiver(authentication_failed)
def note_failed(request: HttpRequest, user: User, **_kwargs: object) -> None:
    where = client_address(request) or "an unknown address"
    logger.warning("Wrong second factor: account %r, from %s.", user.get_username(), where)


def _record(factor: Authenticator, verb: str) -> None:
    request = context.request
    actor = getattr(request, "user", None)
    record(
        actor if isinstance(actor, User) else None, verb, factor.user, after={"kind": factor.type}
    )


def _own_request(user: User) -> HttpRequest | None:
    request: HttpRequest | None = context.request
    return request if request is not None and request.user == user else None


def _end_others(user: User) -> None:
    request = _own_request(user)
    this = hash_of_this(request) if request else ""
    end_sessions(user=user, by=user if request else None, except_hash=this)


@transaction.atomic
def reset_factors(*, user: User) -> int:
    """Delete the person's second factors and recovery codes. Return the number of deleted apps and
    keys. Each deletion is recorded, the person's sessions end, and the person is notified by email.
    Their password does not change."""
    factors = Authenticator.objects.filter(user=user)
    number = factors.exclude(type=Authenticator.Type.RECOVERY_CODES).count()
    factors.delete()
    if number:
        tell_of_account(user, Event.FACTORS_RESET)
    return int(number)
