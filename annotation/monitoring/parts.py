"""The parts that the site needs (database, cache and media store), and whether each answers."""

import time
from collections.abc import Callable

from django.core.cache import cache
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from stimuli.store import the_store
from stimuli.store.errors import StoreAway

OK = "ok"
NEEDED = ("database", "cache")


class _NotReady(Exception):
    pass


def states() -> dict[str, str]:
    """Return, for each part of the site, `ok` or a description of its problem."""
    checks = {"database": _ask_database, "cache": _ask_cache, "media": _ask_store}
    return {part: _state_of(ask) for part, ask in checks.items()}


def _state_of(ask: Callable[[], None]) -> str:
    try:
        ask()
    except _NotReady as reason:
        return str(reason)
    except Exception:  # noqa: BLE001 - whatever it is, it does not answer
        return "does not answer"  # outsiders see no details
    return OK


_migrated = False  # never unset: a release starts new processes


def _ask_database() -> None:
    global _migrated  # noqa: PLW0603
    if _migrated:
        with connection.cursor() as cursor:
            cursor.execute("select 1")
        return
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise _NotReady("is not migrated")
    _migrated = True


def _ask_cache() -> None:
    cache.get("ready")


STORE_SECONDS = 30.0  # how long a result is reused, so that few probes wait for the store
# when the result expires, and the problem with the store
_store_seen: tuple[float, str] = (0.0, "")


def _ask_store() -> None:
    global _store_seen  # noqa: PLW0603
    until, problem = _store_seen
    if time.monotonic() > until:
        try:
            the_store().ask(hastily=True)
            problem = ""
        except StoreAway as error:
            problem = error.reason
        _store_seen = time.monotonic() + STORE_SECONDS, problem
    if problem:
        raise _NotReady(problem)
