"""What the tests of recruiting share."""

import pytest

from tests.recruiting.prolific_lab import make_lab
from tests.recruiting.prolific_server import ProlificServer


@pytest.fixture
def prolific(settings):
    """The stand-in for Prolific, which the settings name."""
    server = ProlificServer()
    settings.PROLIFIC_URL = server.url
    yield server
    server.close()


@pytest.fixture
def lab(db, prolific):  # noqa: ARG001 - rows are written
    """A live batch whose people come from Prolific, two HITs at a time."""
    return make_lab(prolific)
