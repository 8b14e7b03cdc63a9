"""Tests of concurrent API requests, just after the site starts and while Valkey is emptied."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event

import httpx2
import pytest
import redis
from django.conf import settings

from people.tokens.granting import make_token
from tests import world
from tests.supervised import ROOT, free_port, wait_for

pytestmark = pytest.mark.slow
AT_ONCE = 8
SECONDS = 3.0


def status(address: str, token: str = "") -> int:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return httpx2.get(address, headers=headers, timeout=60).status_code


def together(ask: Callable[[], object]) -> list[object]:
    with ThreadPoolExecutor(AT_ONCE) as threads:
        return [each.result() for each in [threads.submit(ask) for _one in range(AT_ONCE)]]


@pytest.fixture
def fresh_site():
    """The address of a new web server that has received only requests for its health."""
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "--config", "annotation/gunicorn_conf.py"]
    env = os.environ | {"DJANGO_SETTINGS_MODULE": "annotation.settings", "PORT": str(port)}
    env |= {"WEB_WORKERS": "1", "WEB_THREADS": str(AT_ONCE)}
    server = subprocess.Popen([*command, "annotation.wsgi"], cwd=ROOT, env=env)
    wait_for(lambda: is_alive(port))
    yield f"http://127.0.0.1:{port}"
    server.terminate()
    server.wait(20)


def is_alive(port: int) -> bool:
    try:
        return status(f"http://127.0.0.1:{port}/livez") == 200
    except httpx2.ConnectError:
        return False


def test_the_first_who_ask_for_the_schema_at_once_all_get_it(fresh_site):
    assert together(lambda: status(f"{fresh_site}/api/v1/schema")) == [200] * AT_ONCE


@contextmanager
def emptied_again_and_again():
    stopped = Event()

    def empty() -> None:
        with redis.Redis.from_url(settings.REDIS_URL) as valkey:
            while not stopped.is_set():
                valkey.flushdb()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(empty)
        try:
            yield
        finally:
            stopped.set()


@pytest.mark.django_db(transaction=True)
def test_requests_are_answered_while_valkey_is_emptied(live_server, settings):
    settings.API_REQUESTS_PER_MINUTE = 1_000_000
    _row, token = make_token(user=world.viewer(world.project()), name="x", scopes=["read"], days=1)

    def ask() -> set[int]:
        end = time.monotonic() + SECONDS
        got = set()
        while time.monotonic() < end:
            got.add(status(f"{live_server.url}/api/v1/projects", token))
        return got

    with emptied_again_and_again():
        assert together(ask) == [{200}] * AT_ONCE
    assert status(f"{live_server.url}/api/v1/projects", token) == 200
    assert counters_that_never_end() == []


def counters_that_never_end() -> list[bytes]:
    with redis.Redis.from_url(settings.REDIS_URL) as valkey:
        counters = list(valkey.scan_iter("*api-requests*"))
        assert counters
        return [key for key in counters if valkey.ttl(key) < 0]
