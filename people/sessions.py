"""Sessions in the database that know their user, so that one statement reads both.

Only the cookie has a session's key; the table has the key's SHA-256. Whoever reads the table, by a
leak, a backup or a query that tells more than it should, cannot take over a session with what
stands there.
"""

from hashlib import sha256
from typing import Any

from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.base_session import AbstractBaseSession

from database.statements import column_names, fetch_one
from people.models import Session, User

_USER_FIELDS = column_names(User)
_LOAD = f"""
    select s.session_data, {", ".join(f"u.{name}" for name in _USER_FIELDS)}
      from people_session s left join people_user u on u.id = s.user_id
     where s.session_key = %(key)s::text and s.expire_date > statement_timestamp()
"""


def key_hash(session_key: str) -> str:
    """What the table has for a key: SHA-256, 64 hexadecimal digits. A key is random, so it needs no
    salt."""
    return sha256(session_key.encode()).hexdigest()


class SessionStore(DatabaseStore):
    """Django's own store on another table. `user` is the session's, from the moment it is
    loaded."""

    user: User | None = None

    @classmethod
    def get_model_class(cls) -> type[AbstractBaseSession]:
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> AbstractBaseSession:
        session: Session = super().create_model_instance(data)  # type: ignore[assignment]
        session.session_key = key_hash(session.session_key)
        session.user_id = int(data["_auth_user_id"]) if "_auth_user_id" in data else None
        return session

    def load(self) -> dict[str, Any]:
        row = fetch_one(_LOAD, {"key": key_hash(self.session_key)}) if self.session_key else None
        if row is None:
            self._session_key = None
            return {}
        self.user = User.from_db("default", _USER_FIELDS, row[1:]) if row[1] is not None else None
        return self.decode(row[0])

    def exists(self, session_key: str) -> bool:
        return super().exists(key_hash(session_key))

    def delete(self, session_key: str | None = None) -> None:
        if key := session_key or self.session_key:
            super().delete(key_hash(key))

    # Django's store looks for the key itself in these; the base class runs the methods above in a
    # thread.
    aexists, aload, adelete = SessionBase.aexists, SessionBase.aload, SessionBase.adelete
    acreate, asave = SessionBase.acreate, SessionBase.asave
