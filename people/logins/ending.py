"""A person's open sessions: listing and ending them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from people.acts import record
from people.models import Act, User
from people.models.users import Session

QUARTER_MINUTES = 15


@dataclass(frozen=True)
class OpenSession:
    """A session on the page of logged-in devices. `handle` identifies the session in a form, but
    gives no access to it. `seen_at` is rounded down to a quarter of an hour, but never to before
    the session's start."""

    handle: str
    device: str
    began_at: datetime
    seen_at: datetime
    is_this: bool


def open_sessions(user: User, this_hash: str) -> list[OpenSession]:
    """Return the person's open sessions, most recently used first. The session whose key has the
    hash `this_hash` comes before all others."""
    rows = [
        OpenSession(
            handle=_handle(row.session_key),
            device=row.device,
            began_at=row.began_at,
            seen_at=max(_quarter_hour(row.seen_at), row.began_at),
            is_this=row.session_key == this_hash,
        )
        for row in _open(user).order_by("-seen_at", "session_key")
    ]
    return sorted(rows, key=lambda row: not row.is_this)


def end_session(*, user: User, handle: str, by: User) -> bool:
    """End the person's session that has this handle. Return False if there is no such session."""
    keys = _open(user).values_list("session_key", flat=True)
    return bool(_end([key for key in keys if _handle(key) == handle], user=user, by=by))


def end_sessions(*, user: User, by: User | None, except_hash: str = "") -> int:
    """End all of the person's sessions, except one whose key has the hash `except_hash`. Return the
    number of ended sessions."""
    keys = Session.objects.filter(user=user).exclude(session_key=except_hash)
    return _end(keys.values_list("session_key", flat=True), user=user, by=by)


@transaction.atomic
def _end(keys: Iterable[str], *, user: User, by: User | None) -> int:
    # Lock in a fixed order, so that two requests that end the same sessions do not deadlock.
    rows = Session.objects.filter(user=user, session_key__in=list(keys)).order_by("session_key")
    locked = list(rows.select_for_update().values_list("session_key", flat=True))
    if not locked:
        return 0
    Session.objects.filter(session_key__in=locked).delete()
    record(by, Act.Verb.SESSIONS_ENDED, user, after={"sessions": len(locked)})
    return len(locked)


def _open(user: User) -> QuerySet[Session]:
    now = timezone.now()
    return Session.objects.filter(
        user=user,
        expire_date__gt=now,
        seen_at__gt=now - settings.SESSION_IDLE,
        began_at__gt=now - settings.SESSION_LIFETIME,
    )


def _handle(key_hash: str) -> str:
    return sha256(f"people.logins {key_hash}".encode()).hexdigest()[:32]


def _quarter_hour(at: datetime) -> datetime:
    over = timedelta(
        minutes=at.minute % QUARTER_MINUTES, seconds=at.second, microseconds=at.microsecond
    )
    return at - over
