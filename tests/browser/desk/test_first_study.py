"""Tests of the way from the first login to the first rated HIT, counting clicks and words."""

import pytest
from playwright.sync_api import expect

from tests import world
from tests.browser.desk.test_desk_steps import MOST_CLICKS, Path, build_and_publish, rate_first_hit

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.browser,
    pytest.mark.long,
    pytest.mark.usefixtures("no_tries_counted"),
]


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
    path = Path(desk)
    sign_in(desk, "nora")
    path.clicks += 1
    path.read()
    path.press("New project")
    expect(desk.locator("#main input:visible, #main select:visible")).to_have_count(2)
    path.read()
    desk.get_by_label("Name").fill("Photo study")
    path.press("Create project")
    expect(desk.get_by_role("link", name="Invite people")).to_be_visible()
    before = path.figures
    build_and_publish(desk, path, tmp_path, shoot)
    address = desk.get_by_text(f"{live_server.url}/batches/").first.inner_text()
    annotator = open_page()
    annotator.goto(address.strip())
    sign_in(annotator, "ann")
    annotator.wait_for_url("**/batches/**")
    rate_first_hit(annotator, path)
    record_property("figures", f"{path.figures}; to the empty project {before}")
    assert path.clicks <= MOST_CLICKS
