"""Creating, finding and revoking API tokens."""

import secrets
from collections.abc import Collection
from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import RateroomError
from people.access import projects_for
from people.acts import record
from people.keys import token_hash
from people.models import Act, Project, User
from people.models.tokens import ApiToken, Scope

PREFIX = "rr_"  # prefix, so that people recognise a token when they find one
MOST_DAYS = 366
MOST_TOKENS = 50  # maximum number of usable tokens per person
USED_EVERY = timedelta(minutes=1)  # precision of `last_used_at`


class TokenRefused(RateroomError):
    """Raised if an API token cannot be created."""


@transaction.atomic
def make_token(
    *, user: User, name: str, scopes: Collection[str], days: int, project: Project | None = None
) -> tuple[ApiToken, str]:
    """Create an API token, and log this. Return its row and the token itself, which is not stored.
    Raises TokenRefused if the person has too many tokens or no role in `project`."""
    chosen = [scope.value for scope in Scope if scope in {*scopes, Scope.READ}]
    # Forms sent at the same time take turns.
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if ApiToken.usable().filter(user=user).count() >= MOST_TOKENS:
        raise TokenRefused(
            _("You already have %(most)d tokens, the maximum. Revoke a token first.")
            % {"most": MOST_TOKENS}
        )
    if project is not None and not projects_for(user).filter(pk=project.pk).exists():
        raise TokenRefused(_("You have no role in this project."))
    token = PREFIX + secrets.token_urlsafe(32)
    row = ApiToken.objects.create(
        user=user,
        project=project,
        name=name,
        scopes=chosen,
        token_sha256=token_hash(token),
        hint=token[-4:],
        expires_at=timezone.now() + timedelta(days=days),
    )
    record(user, Act.Verb.CREATED, row, after={"scopes": chosen, "days": days})
    return row, token


@transaction.atomic
def end_token(*, user: User, token_id: int) -> bool:
    """Revoke the person's API token, and log this. Return False if the person has no such token or
    it was already revoked."""
    tokens = ApiToken.objects.filter(pk=token_id, user=user, ended_at__isnull=True)
    row = tokens.select_for_update(no_key=True).first()
    if row is None:
        return False
    row.ended_at = timezone.now()
    row.save(update_fields=["ended_at"])
    record(user, Act.Verb.TOKEN_ENDED, row)
    return True


@transaction.atomic
def end_tokens(*, user: User) -> int:
    """Revoke all API tokens of the person that can still be used. Return their number."""
    ids = ApiToken.usable().filter(user=user).order_by("pk").values_list("pk", flat=True)
    return sum(end_token(user=user, token_id=pk) for pk in ids)


def find_token(token: str) -> ApiToken | None:
    """Return the row of an API token, or None if the token is unknown, expired or revoked. The
    row's user has only the rights of the token. The token's last use is recorded at most once a
    minute."""
    now = timezone.now()
    rows = ApiToken.usable().select_related("user")
    row = rows.filter(token_sha256=token_hash(token), user__is_active=True).first()
    if row is None:
        return None
    row.user.limit = row.limit
    unnoted = Q(last_used_at__isnull=True) | Q(last_used_at__lt=now - USED_EVERY)
    if row.last_used_at is None or row.last_used_at < now - USED_EVERY:
        ApiToken.objects.filter(unnoted, pk=row.pk).update(last_used_at=now)
    return row
