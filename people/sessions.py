"""Sessions in the database. A session and its user are read in one query.

Only the cookie contains a session's key. The table contains the SHA-256 of the key, so no one can
take over a session with a leaked backup.
"""

from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.base_session import AbstractBaseSession
from django.http import HttpRequest
from django.utils import timezone

from core.database.statements import column_names, fetch_one
from people.models import User
from people.models.users import Session

_USER_FIELDS = column_names(User)
_USER_COLUMNS = ", ".join(f"u.{name}" for name in _USER_FIELDS)
_LOAD = f"""
    select s.session_data, s.began_at, s.seen_at, s.device,
           s.seen_at < statement_timestamp() - interval '15 minutes', {_USER_COLUMNS}
      from people_session s left join people_user u on u.id = s.user_id
     where s.session_key = %(key)s::text and s.expire_date > statement_timestamp()
       and s.seen_at > statement_timestamp() - %(idle)s::interval
       and s.began_at > statement_timestamp() - %(lifetime)s::interval
"""


def key_hash(session_key: str) -> str:
    """Return the stored form of a session key: its SHA-256 in 64 hexadecimal digits. Keys are
    random, so the hash needs no salt."""
    return sha256(session_key.encode()).hexdigest()


def hash_of_this(request: HttpRequest) -> str:
    """Return the hash that is stored for this request's session. If there is no session, return a
    hash that matches no session."""
    return key_hash(request.session.session_key or "")


def _limits() -> dict[str, timedelta]:
    return {"idle": settings.SESSION_IDLE, "lifetime": settings.SESSION_LIFETIME}


class SessionStore(DatabaseStore):
    """Django's session store, with our own table. Loading a session sets `user`. `seen_at` is
    updated at most once every quarter of an hour.

    A session expires `SESSION_IDLE` after its last use, and at the latest `SESSION_LIFETIME` after
    it began. An expired session cannot be loaded.
    """

    user: User | None = None
    began_at: datetime | None = None
    seen_at: datetime | None = None
    device = ""

    @classmethod
    def get_model_class(cls) -> type[AbstractBaseSession]:
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> AbstractBaseSession:
        session: Session = super().create_model_instance(data)  # type: ignore[assignment]
        session.session_key = key_hash(session.session_key)
        session.user_id = int(data["_auth_user_id"]) if "_auth_user_id" in data else None
        now = timezone.now()
        session.began_at, session.seen_at = self.began_at or now, self.seen_at or now
        session.device = self.device
        session.expire_date = min(session.expire_date, session.began_at + settings.SESSION_LIFETIME)
        return session

    def begin(self, *, device: str) -> None:
        """Record that a person logs in now with this session, on `device`."""
        self.began_at = self.seen_at = timezone.now()
        self.device = device
        self.modified = True

    def load(self) -> dict[str, Any]:
        key = self.session_key
        row = fetch_one(_LOAD, {"key": key_hash(key), **_limits()}) if key else None
        if key is None or row is None:
            self._session_key = None
            return {}
        data, self.began_at, self.seen_at, self.device, is_stale, *user = row
        self.user = User.from_db("default", _USER_FIELDS, user) if user[0] is not None else None
        if is_stale:
            self.seen_at = timezone.now()
            Session.objects.filter(session_key=key_hash(key)).update(seen_at=self.seen_at)
        return self.decode(data)

    def exists(self, session_key: str) -> bool:
        return super().exists(key_hash(session_key))

    def delete(self, session_key: str | None = None) -> None:
        if key := session_key or self.session_key:
            super().delete(key_hash(key))

    # Django's store searches for the key itself in these methods. The base class runs the methods
    # above in a thread.
    aexists, aload, adelete = SessionBase.aexists, SessionBase.aload, SessionBase.adelete
    acreate, asave = SessionBase.acreate, SessionBase.asave
