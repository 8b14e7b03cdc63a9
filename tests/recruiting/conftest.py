"""What the tests of recruiting share."""

import pytest

from recruiting.prolific import tasks
from recruiting.prolific.models import Submission
from tests.recruiting.prolific.prolific_lab import make_lab
from tests.recruiting.prolific.prolific_server import ProlificServer


@pytest.fixture
def prolific(settings):
    """The stand-in for Prolific, which the settings name."""
    server = ProlificServer()
    settings.PROLIFIC_URL, settings.SITE_URL = server.url, "https://lab.example/"
    yield server
    server.close()


@pytest.fixture
def lab(db, prolific):
    """A live batch whose people come from Prolific, two HITs at a time."""
    return make_lab(prolific)


@pytest.fixture
def done(lab):
    """A submission that waits for review: two HITs of 0.05, fee 33.3 %, 0.02 each."""
    session, browser = lab.person("p1")
    lab.come_in(session, browser)
    lab.rate(session, 2)
    browser.post(lab.exit)
    lab.server.move(session, "AWAITING REVIEW")
    tasks.follow()
    lab.server.calls.clear()
    return Submission.objects.get(session=session)
