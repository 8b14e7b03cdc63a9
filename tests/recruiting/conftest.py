"""What the tests of recruiting share."""

import pytest

from tests.recruiting.prolific_server import ProlificServer


@pytest.fixture
def prolific(settings):
    """The stand-in for Prolific, which the settings name."""
    server = ProlificServer()
    settings.PROLIFIC_URL = server.url
    yield server
    server.close()
