"""Limits on attempts. Attempts are counted separately for each combination of account and network,
so that no one can lock out someone else."""

import contextlib
import logging
import unicodedata

from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _
from redis import RedisError

from people.requests import tries
from people.requests.origins import client_network

logger = logging.getLogger(__name__)


def one_spelling(account: str) -> str:
    """Return the typed account name in a normalised form: Unicode form, case and surrounding spaces
    are ignored."""
    return unicodedata.normalize("NFKC", account).casefold().strip()


def pair(request: HttpRequest, account: str) -> str:
    """Return the key for counting attempts: the typed account and the client's
    network."""
    return f"{one_spelling(account)} from {client_network(request)}"


def count_try(request: HttpRequest, *, action: str, account: str) -> None:
    """Count an attempt at `action`, a name in ACCOUNT_RATE_LIMITS. Raises ValidationError if there
    were too many attempts, or if attempts cannot be counted."""
    try:
        attempt = tries.count(action, pair(request, account))
    except RedisError as error:
        raise not_counted(error) from error
    if attempt is None:
        raise ValidationError(_("Too many attempts. Try again in 15 minutes."), code="too_many")


def forget_tries(request: HttpRequest, *, action: str, accounts: list[str]) -> None:
    """Reset the counts of this client's attempts at `action` for these accounts."""
    with contextlib.suppress(RedisError):
        for account in filter(None, accounts):
            tries.forget(action, pair(request, account))


def not_counted(error: RedisError) -> ValidationError:
    """Log that attempts cannot be counted, and return the error to show. The attempt must then be
    refused."""
    logger.error("Attempts cannot be counted: %s", error)
    return ValidationError(
        _("We cannot check what you entered right now. Wait a few seconds, then try again."),
        code="not_counted",
    )
