"""Fixtures for the tests of recruiting."""

import pytest

from recruiting.prolific import tasks
from recruiting.prolific.models import Submission


@pytest.fixture
def done(lab):
    """A submission that awaits review: two HITs at 0.05, plus a fee of 33.3 % (0.02 per HIT)."""
    session, browser = lab.person("p1")
    lab.come_in(session, browser)
    lab.rate(session, 2)
    browser.post(lab.exit)
    lab.server.move(session, "AWAITING REVIEW")
    tasks.follow()
    lab.server.calls.clear()
    return Submission.objects.get(session=session)
