"""Tests that the researcher's pages stay short at 390 px, however many rows lists have."""

import pytest

from tests.access.crowding import make_crowded_study
from tests.access.routes import rows
from tests.access.study import ROLES
from tests.conftest import PHONE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.long]
LONGEST = 3_000  # px
OUTCOMES = {"owner": ROLES.index("owner"), "superuser": ROLES.index("superuser")}


def addresses() -> dict[str, str]:
    """Return the addresses of admin and report pages from the access table, each with the first
    role that can open it."""
    readers = {}
    for row in rows():
        if row.method == "GET" and row.address.startswith(("/admin/", "/batches/{batch}/report")):
            for role, place in OUTCOMES.items():
                if row.outcomes[place] == "200":
                    readers.setdefault(row.address, role)
    return readers


@pytest.fixture
def study(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    return make_crowded_study()


def test_no_page_is_longer_than_a_few_screens(open_page, live_server, log_in, shoot, study):
    page, heights, readers = open_page(PHONE), {}, addresses()
    for role in OUTCOMES:
        log_in(page, study.people[role])
        for address in readers:
            if readers[address] != role:
                continue
            target = live_server.url + study.filled_in(address)
            answer = page.request.get(target)
            if "html" not in answer.headers["content-type"] or "<main" not in answer.text():
                continue  # a file, or a part of a page
            page.set_viewport_size({"width": 390, "height": 844})
            page.goto(target)
            heights[address] = page.evaluate("document.documentElement.scrollHeight")
            shoot(page, "phone" + address.replace("/", "-"))
    listed = [f"{height:6} px  {one}" for one, height in heights.items() if height > LONGEST]
    for address, height in sorted(heights.items(), key=lambda each: -each[1]):
        print(f"{height:6} px  {address}")  # noqa: T201 - for whoever runs it with -s
    assert listed == []
