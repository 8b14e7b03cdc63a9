"""Users with open sessions on either server, so that load runs do not measure password hashing.
`DJANGO_SETTINGS_MODULE=… python -m benchmarks.sign_in 32` prints the session keys as JSON."""

import json
import sys
from datetime import timedelta
from importlib import import_module

FIRST = "bench-annotator-"


def open_sessions(count: int, *, prefix: str = FIRST) -> list[str]:
    """Create `count` users, named `prefix` and a number, with a session each. Return the session
    keys. Users that already exist are kept."""
    from django.conf import settings
    from django.contrib.auth import (
        BACKEND_SESSION_KEY,
        HASH_SESSION_KEY,
        SESSION_KEY,
        get_user_model,
    )
    from django.contrib.sessions.backends.base import VALID_KEY_CHARS
    from django.utils import timezone
    from django.utils.crypto import get_random_string

    users = get_user_model().objects
    names = [f"{prefix}{number}" for number in range(count)]
    users.bulk_create(
        [users.model(username=name, password="!none") for name in names],  # noqa: S106
        ignore_conflicts=True,
    )
    found = {user.username: user for user in users.filter(username__startswith=prefix)}
    store_class = import_module(settings.SESSION_ENGINE).SessionStore
    ends = timezone.now() + timedelta(days=1)
    keys, sessions = [], []
    for name in names:
        known = {
            SESSION_KEY: str(found[name].pk),
            BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
            HASH_SESSION_KEY: found[name].get_session_auth_hash(),
        }
        key = get_random_string(32, VALID_KEY_CHARS)
        session = store_class(key).create_model_instance(known)
        session.expire_date = ends
        sessions.append(session)
        keys.append(key)
    store_class.get_model_class().objects.bulk_create(sessions)
    return keys


def main() -> None:
    import django

    django.setup()
    print(json.dumps(open_sessions(int(sys.argv[1]))))


if __name__ == "__main__":
    main()
