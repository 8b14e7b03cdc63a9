"""Fixtures for the tests of webhooks: a receiver, and a project's endpoint that calls it."""

import pytest

from tasks.webhooks.models import Endpoint, Kind
from tasks.webhooks.registering import Terms, register_endpoint
from tests import world
from tests.tasks.webhooks.receiver import Receiver

ALL = tuple(kind for kind in Kind if kind != Kind.TEST)


@pytest.fixture
def receiver():
    server = Receiver()
    yield server
    server.close()


@pytest.fixture
def project():
    return world.project(name="Moths")


@pytest.fixture
def endpoint(project, receiver) -> Endpoint:
    """An endpoint that gets all events, with progress at 50 and 100 %."""
    return registered(project, receiver.url)


def registered(project, url: str, *, kinds=ALL, percentages=(50, 100), key="first") -> Endpoint:
    return register_endpoint(
        project=project,
        terms=Terms("Pipeline", url, kinds, percentages),
        key=key,
        by=world.researcher(project),
    )
