"""`check --deploy` asks a real server under the site's address, as a browser would."""

import pytest
from django.core.checks import run_checks
from pytest_django.live_server_helper import LiveServer

from annotation.incoming.front_server import front_server_sends_headers

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _behind_a_proxy(settings, live_server):
    settings.BEHIND_PROXY = True
    settings.SITE_URL = f"{live_server.url}/"


def found():
    return [message.id for message in front_server_sends_headers()]


def test_a_page_that_arrives_is_fine():
    assert found() == []


def test_a_page_that_redirects_to_itself_is_reported(settings):
    settings.SECURE_SSL_REDIRECT = True
    server = LiveServer("localhost")  # one that was started with this setting
    try:
        settings.SITE_URL = f"{server.url}/"
        messages = run_checks(include_deployment_checks=True)
    finally:
        server.stop()
    problem = "X-Forwarded-Proto, so every page redirects to itself"
    assert [message.msg for message in messages if message.id == "annotation.E008"] == [
        f"The front server at {server.url}/accounts/login/ does not send {problem}."
    ]


def test_another_host_is_reported(settings):
    settings.ALLOWED_HOSTS = ["ratings.example.org"]
    assert found() == ["annotation.E008"]


def test_a_site_that_is_not_started_is_no_error(settings):
    settings.SITE_URL = "http://127.0.0.1:9/"
    assert found() == ["annotation.I002"]


def test_without_a_proxy_nothing_is_asked(settings):
    settings.BEHIND_PROXY = False
    settings.SITE_URL = "http://127.0.0.1:9/"
    assert found() == []
