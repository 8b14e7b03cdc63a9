"""What the tests of recruiting share."""

import pytest

from recruiting.prolific import tasks
from recruiting.prolific.models import Submission


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
