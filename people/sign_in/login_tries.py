"""Tries to sign in, counted before the password is checked: per account and network, per network,
and per account. A browser that signed in before has a count of its own instead."""

from dataclasses import dataclass, field

from allauth.core.internal import ratelimit
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from people.requests.limits import one_spelling, pair
from people.requests.origins import client_network
from people.sign_in import delays

TOO_MANY = gettext_lazy(
    "Too many wrong passwords from your network. Wait 15 minutes, or ask for a new password by "
    "email."
)


@dataclass
class LoginTries:
    """The counts of one try, which `give_back` takes off again."""

    usages: list[ratelimit.RateLimitUsage] = field(default_factory=list)
    delayed_account: str = ""

    def give_back(self) -> None:
        for usage in self.usages:
            usage.rollback()
        if self.delayed_account:
            delays.give_back_try(account=self.delayed_account)


def count_login(request: HttpRequest, *, account: str, browser: str) -> LoginTries:
    """Count a try for what was typed as the account. `browser`: the number of one that signed in to
    it before, else blank.

    The answer is the same whether or not there is such an account. Raises ValidationError when the
    password is not to be checked now, and RedisError.
    """
    tries, name = LoginTries(), one_spelling(account)
    if browser:
        _count(request, tries, "login_failed", f"{name} by {browser}", str(TOO_MANY))
        return tries
    try:
        _count(request, tries, "login_failed", pair(request, account), str(TOO_MANY))
        network = client_network(request)
        _count(request, tries, "login_failed_network", network, str(TOO_MANY))
        _wait_for_turn(name, network)
    except ValidationError:
        tries.give_back()
        raise
    tries.delayed_account = name
    return tries


def _count(request: HttpRequest, tries: LoginTries, action: str, key: str, refusal: str) -> None:
    usage = ratelimit.consume(request, app="allauth.account", action=action, key=key)
    if usage is None:
        raise ValidationError(refusal, code="too_many_login_attempts")
    tries.usages.append(usage)


def _wait_for_turn(name: str, network: str) -> None:
    seconds = delays.seconds_to_wait(account=name, network=network)
    if not seconds:
        return
    when = ngettext(
        "Many wrong passwords were tried for this name. Try again in %(seconds)d second.",
        "Many wrong passwords were tried for this name. Try again in %(seconds)d seconds.",
        seconds,
    ) % {"seconds": seconds}
    another_way = _("You can also ask for a new password by email.")
    raise ValidationError(f"{when} {another_way}", code="not_yet")
