"""Somebody from Prolific on a phone, from the study's address to the completion code, and what the
desk sees of it."""

import re

import pytest
from playwright.sync_api import expect

from hits.models import AudienceExclusion
from recruiting.prolific.models import Submission
from recruiting.prolific.tasks import follow
from tests import world
from tests.browser.test_accessibility import problems
from tests.conftest import PHONE
from tests.recruiting.prolific.prolific_lab import PANEL, make_lab
from tests.recruiting.prolific.prolific_server import TOKEN, ProlificServer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


@pytest.fixture
def lab(settings):
    server = ProlificServer()
    settings.PROLIFIC_URL, settings.SITE_URL = server.url, "https://lab.example/"
    yield make_lab(server, title="Wings")
    server.close()


def test_a_person_from_prolific_gets_their_code_and_the_desk_sees_it(
    open_page, live_server, log_in, lab
):
    session, _browser = lab.person("p1")
    phone = open_page(PHONE)
    phone.goto(live_server.url + lab.address(session))
    assert problems(phone) == []
    phone.get_by_role("button", name="Start").click()
    expect(phone.get_by_role("heading", name="Wings")).to_be_visible()
    lab.rate(session, 2)
    phone.goto(f"{live_server.url}/batches/{lab.batch.pk}/done/")
    phone.get_by_role("button", name="Finish and go back").click()
    expect(phone.get_by_text("CODE-done")).to_be_visible()
    expect(phone.get_by_role("link", name="Go to app.prolific.com")).to_have_attribute(
        "href", "https://app.prolific.com/submissions/complete?cc=CODE-done"
    )
    assert problems(phone) == []

    lab.server.move(session, "AWAITING REVIEW")
    follow()
    desk = open_page()
    log_in(desk, world.owner(lab.project))
    desk.goto(f"{live_server.url}/admin/prolific/{lab.batch.pk}/")
    expect(desk.get_by_role("button", name="Pause at Prolific")).to_be_visible()
    assert problems(desk) == []
    desk.get_by_role("link", name=lab.enrolment(session).pseudonym).click()
    assert problems(desk) == []
    desk.get_by_role("button", name="Approve").click()
    # A worker of other tests may be about to send it.
    expect(
        desk.get_by_text(re.compile("Approve: (to be|being) sent", re.IGNORECASE))
    ).to_be_visible()
    assert Submission.objects.get().calls.count() == 1


@pytest.fixture
def shown(page, live_server, log_in, look):
    """Load the tab of a batch, and look at it at both widths, light and dark."""

    def one(batch, name: str) -> None:
        log_in(page, world.owner(batch.project))
        page.goto(f"{live_server.url}/admin/prolific/{batch.pk}/")
        look(name)

    return one


def test_an_owner_sets_a_study_up_though_prolific_fails(lab, page, shown, shoot):
    server = lab.server
    batch = world.live_batch(lab.project, annotators_per_hit=3, audience="panel", **PANEL)
    AudienceExclusion.objects.create(batch=batch, other=lab.batch)
    lab.workspace.delete()
    shown(batch, "prolific-1-no-workspace")
    page.get_by_label("API token").fill("not-a-token")
    page.get_by_label("Prolific’s fee").fill("33.3")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("Authentication credentials")
    shoot(page, "prolific-2-wrong-token")
    page.get_by_label("API token").fill(TOKEN)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Prolific accepted the token")).to_be_visible()

    shown(batch, "prolific-3-plan")
    expect(page.get_by_text(f"https://lab.example/prolific/{batch.pk}/")).to_be_visible()
    page.get_by_label("Countries").fill("Irland")
    page.get_by_role("button", name="Create draft at Prolific").click()
    expect(page.get_by_role("alert")).to_contain_text("Did you mean: Ireland")
    shoot(page, "prolific-4-wrong-setting")
    page.get_by_label("Countries").fill("Ireland")
    server.faulty = "POST /api/v1/studies/"
    server.faults.append(403)
    page.get_by_role("button", name="Create draft at Prolific").click()
    expect(page.get_by_role("alert")).to_contain_text("fault 403")
    shown(batch, "prolific-5-refused")
    expect(page.get_by_label("Countries")).to_have_value("Ireland")
    server.faults.append("lost")
    page.get_by_role("button", name="Create draft at Prolific").click()
    expect(page.get_by_text("Study not created")).to_be_visible()
    shown(batch, "prolific-6-in-doubt")
    page.get_by_role("button", name="Create draft at Prolific").click()
    expect(page.get_by_text("Draft created at Prolific")).to_be_visible()

    shown(batch, "prolific-7-draft")
    page.get_by_role("button", name="Publish at Prolific").click()
    expect(page.get_by_role("button", name="Pause at Prolific")).to_be_visible()
    assert sorted(row["status"] for row in server.studies.values()) == ["ACTIVE", "ACTIVE"]
    shown(batch, "prolific-8-active")
