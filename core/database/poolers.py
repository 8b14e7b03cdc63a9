"""Detection of a connection pooler, such as PgBouncer, in front of PostgreSQL."""

from django.db import OperationalError, connection

REFUSAL = (
    "DATABASE_URL is the address of a pooler that provides connections for one transaction only. "
    "Tasks need them for longer: give workers the address of PostgreSQL itself."
)


def refuse_pooler() -> None:
    """Raise SystemExit if the database is reached through a pooler. Do nothing if the database is
    not available yet."""
    try:
        if behind_pooler():
            raise SystemExit(REFUSAL)
    except OperationalError:
        return
    finally:
        connection.close()


def behind_pooler() -> bool:
    """Return whether the server's process id differs from the one announced when the connection
    started. A pooler announces its own number."""
    connection.ensure_connection()
    announced: int = connection.connection.info.backend_pid
    with connection.cursor() as cursor:
        cursor.execute("select pg_backend_pid()")
        return bool(cursor.fetchone()[0] != announced)
