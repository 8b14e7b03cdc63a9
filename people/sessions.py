"""Sessions in the database that know their user, so that one statement reads both."""

from typing import Any

from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.base_session import AbstractBaseSession

from database.statements import columns, fetch_one
from people.models import Session, User

_USER_FIELDS = columns(User)
_LOAD = f"""
    select s.session_data, {", ".join(f"u.{name}" for name in _USER_FIELDS)}
      from people_session s left join people_user u on u.id = s.user_id
     where s.session_key = %(key)s::text and s.expire_date > statement_timestamp()
"""


class SessionStore(DatabaseStore):
    """Django's own store on another table. `user` is the session's, from the moment it is loaded."""

    user: User | None = None

    @classmethod
    def get_model_class(cls) -> type[AbstractBaseSession]:
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> AbstractBaseSession:
        made: Session = super().create_model_instance(data)  # type: ignore[assignment]
        made.user_id = int(data["_auth_user_id"]) if "_auth_user_id" in data else None
        return made

    def load(self) -> dict[str, Any]:
        row = fetch_one(_LOAD, {"key": self.session_key})
        if row is None:
            self._session_key = None
            return {}
        self.user = User.from_db("default", _USER_FIELDS, row[1:]) if row[1] is not None else None
        return self.decode(row[0])
