"""Fixtures of the API tests."""

from contextlib import contextmanager
from hashlib import sha256

import psycopg
import pytest
from django.db import connection

from api.idempotency import LOCKS


@pytest.fixture
def transactional_lock(db):
    """`with lock(user, key):` holds a keyed write's lock as another connection would."""

    @contextmanager
    def hold(user, key):
        number = int.from_bytes(sha256(f"{user.pk}:{key}".encode()).digest()[:4], signed=True)
        parameters = connection.get_connection_params()
        names = ("dbname", "host", "port", "user", "password")
        values = {name: parameters[name] for name in names if name in parameters}
        with psycopg.connect(**values) as other:
            other.execute("select pg_advisory_xact_lock(%s, %s)", [LOCKS, number])
            yield

    return hold
