"""Limits on login attempts. Attempts are counted before the password is checked: by network, by
account, and by both together. A browser that has logged in to the account before has its own
count."""

from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from people.requests import tries
from people.requests.limits import one_spelling, pair
from people.requests.origins import client_network
from people.sign_in import delays

TOO_MANY = gettext_lazy("Too many attempts. Try again in 15 minutes.")


@dataclass
class LoginTries:
    """The counts that include this login attempt. `give_back` removes the attempt from them."""

    attempts: list[tries.Attempt] = field(default_factory=list)
    delayed_account: str = ""

    def give_back(self) -> None:
        for attempt in self.attempts:
            attempt.give_back()
        if self.delayed_account:
            delays.give_back_try(account=self.delayed_account)


def count_login(request: HttpRequest, *, account: str, browser: str) -> LoginTries:
    """Count a login attempt for the typed account, and return the counts that include it. `browser`
    is the number of a browser that has logged in to the account before, or "".

    The result does not depend on whether the account exists. Raises ValidationError if the password
    must not be checked now, and RedisError if attempts cannot be counted.
    """
    counted, name = LoginTries(), one_spelling(account)
    if browser:
        _count(counted, "login_failed", f"{name} by {browser}")
        return counted
    try:
        _count(counted, "login_failed", pair(request, account))
        network = client_network(request)
        _count(counted, "login_failed_network", network)
        _wait_for_turn(name, network)
    except ValidationError:
        counted.give_back()
        raise
    counted.delayed_account = name
    return counted


def _count(counted: LoginTries, action: str, key: str) -> None:
    attempt = tries.count(action, key)
    if attempt is None:
        raise ValidationError(str(TOO_MANY), code="too_many_login_attempts")
    counted.attempts.append(attempt)


def _wait_for_turn(name: str, network: str) -> None:
    seconds = delays.seconds_to_wait(account=name, network=network)
    if not seconds:
        return
    words = _("Too many wrong passwords. Try again in %(seconds)d s, or reset your password.")
    raise ValidationError(words % {"seconds": seconds}, code="not_yet")
