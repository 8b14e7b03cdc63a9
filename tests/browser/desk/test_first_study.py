"""A fresh account's first login to the first rated HIT: a project of one's own, money, people, a batch
with real photographs, an annotator who logs in and rates. Clicks and words are counted."""

import pytest
from playwright.sync_api import expect

from people.models import Project
from tests import world
from tests.browser.desk.test_desk_steps import Path, build_and_publish, rate_first_hit
from tests.browser.test_accessibility import problems

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.browser,
    pytest.mark.long,
    pytest.mark.usefixtures("no_tries_counted"),
]
MOST_CLICKS_BEFORE = 12  # from the first login to a project that can pay somebody


def sign_in(page, name) -> None:
    page.locator("[name=login]").fill(name)
    page.locator("[name=password]").fill(world.PASSWORD)
    page.get_by_role("button", name="Log in").click()


@pytest.mark.usefixtures("celery_worker_process")
def test_from_the_first_login_to_the_first_rated_hit(
    open_page, live_server, shoot, tmp_path, record_property
):
    world.person("nora", is_staff=True)
    world.annotator()
    desk = open_page()
    desk.goto(f"{live_server.url}/accounts/login/")
    before = Path(desk)
    sign_in(desk, "nora")
    before.clicks += 1
    desk.goto(f"{live_server.url}/admin/")
    make_project(desk, before)
    assert problems(desk) == []
    before.click(desk.locator(".rail").get_by_role("link", name="Home", exact=True))
    path = build_and_publish(desk, tmp_path, shoot)
    address = desk.get_by_text(f"{live_server.url}/batches/").first.inner_text()
    annotator = open_page()
    annotator.goto(address.strip())
    sign_in(annotator, "ann")
    annotator.wait_for_url("**/batches/**")
    rate_first_hit(annotator, path)
    figures = f"{path.clicks} clicks, {path.words} words, {path.seconds:.1f} s"
    earlier = f"{before.clicks} clicks, {before.words} words, {before.seconds:.1f} s"
    record_property("figures", f"from New batch {figures}; before that {earlier}")
    assert before.clicks <= MOST_CLICKS_BEFORE


def make_project(desk, before) -> None:
    """A project with money and an annotator in its pool, from the empty desk."""
    before.read()
    before.click(desk.get_by_role("link", name="New project"))
    before.read()
    desk.get_by_label("Name").fill("Photo study")
    before.click(desk.get_by_role("button", name="Make the project"))
    before.read()
    before.click(desk.get_by_role("link", name="Settings and payments"))
    before.click(desk.get_by_role("link", name="Pool", exact=True))
    desk.get_by_label("Account names or addresses").fill("ann")
    before.click(desk.get_by_role("button", name="Add to the pool"))
    expect(desk.get_by_role("rowheader", name="ann")).to_be_visible()
    before.click(desk.locator(".rail").get_by_role("link", name="Payments"))
    before.click(desk.get_by_role("link", name="Add funds"))
    desk.get_by_label("Amount").fill("50")
    before.click(desk.get_by_role("button", name="Add funds"))
    before.click(desk.get_by_role("button", name="Add $50.00"))
    expect(desk.get_by_text("Funds added.")).to_be_visible()
    assert Project.objects.get().name == "Photo study"
