"""Tests of the navigation: ten areas, their tabs, and the counts of pending work."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from desk.batch_tabs import OF_BATCH
from desk.navigation import GROUPS
from desk.waiting import MOST
from hits.models import Assignment
from tests import world

pytestmark = pytest.mark.django_db
ENTRY = re.compile(r'<a href="([^"]+)"( aria-current="\w+")?>\s*(.*?)</a>', re.DOTALL)


def page_of(user, address) -> str:
    client = Client()
    client.force_login(user)
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def row(page: str, start: str) -> list[tuple[str, str, bool]]:
    """Return (label and count, URL, is current) for each link in the navigation that begins at
    `start`."""
    part = page[page.index(start) :]
    return [
        (" ".join(re.sub(r"<[^>]+>", " ", inside).split()), address, bool(here))
        for address, here, inside in ENTRY.findall(part[: part.index("</nav>")])
    ]


def rail(page: str) -> list[tuple[str, str, bool]]:
    return row(page, '<nav class="rail"')


def test_there_are_ten_areas_and_a_batch_has_at_most_eight_tabs(project):
    assert sum(len(group) for group in GROUPS) == 10
    assert len(OF_BATCH) == 8
    page = page_of(world.researcher(project), "/admin/")
    assert [word for word, _address, _here in rail(page)] == [
        *("Home", "Batches", "Review", "Annotators", "Datasets"),
        *("Rubrics", "Judges", "Results", "Payments", "Settings"),
    ]


def test_each_page_of_an_area_is_open_and_marked(project):
    user = world.researcher(project)
    first = page_of(user, "/admin/")
    for word, address, _here in rail(first)[1:]:
        page = page_of(user, address)
        assert [entry for entry, _address, here in rail(page) if here] == [word]
        if '<nav class="tabs"' not in page:
            continue
        for tab, below, _current in row(page, '<nav class="tabs"'):
            open_page = page_of(user, below)
            assert [entry for entry, _address, here in rail(open_page) if here] == [word], below
            assert [t for t, _a, here in row(open_page, '<nav class="tabs"') if here] == [tab]


def test_each_tab_of_a_batch_marks_itself(project):
    batch = world.live_batch(project, world.dataset(project, items=1), audience="everyone")
    user = world.researcher(project)
    for group in OF_BATCH:
        for page in group.pages:
            html = page_of(user, page.address(batch))
            tabs = row(html, 'aria-label="Batch"')
            assert [word for word, _a, here in tabs if here] == [str(group.word)], page.route
            if len(group.pages) > 1:
                below = row(html, 'aria-label="Pages"')
                assert [word for word, _a, here in below if here] == [str(page.word)]


def test_what_waits_is_counted_in_one_statement_and_only_in_the_project_chosen(project):
    other = world.project(name="Lichens")
    for each, answers in ((project, 2), (other, 3)):
        batch = world.live_batch(each, world.dataset(each, items=4), audience="everyone")
        annotator = world.annotator()
        for _answer in range(answers):
            world.rate(annotator, batch)
    user = world.researcher(project)
    user.memberships.create(project=other, role="researcher")
    client = Client()
    client.force_login(user)

    def review() -> str:
        with CaptureQueriesContext(connection) as queries:
            page = client.get(reverse("admin:qualifications")).content.decode()
        counting = [query for query in queries if "hits_brokenreport" in query["sql"]]
        assert len(counting) == 1
        return rail(page)[2][0]

    assert review() == "Review 5 5 responses to review"
    client.post("/admin/switch/", {"project": other.pk})
    assert review() == "Review 3 3 responses to review"
    Assignment.objects.filter(batch__project=other, state="submitted").update(
        state="approved", decided_at="2026-11-01T00:00:00Z"
    )
    assert review() == "Review"


def test_more_than_can_be_counted_is_said_to_be_more(project, monkeypatch):
    monkeypatch.setattr("desk.waiting.MOST", 1)
    batch = world.live_batch(project, world.dataset(project, items=4), audience="everyone")
    annotator = world.annotator()
    for _answer in range(3):
        world.rate(annotator, batch)
    assert rail(page_of(world.researcher(project), "/admin/"))[2][0].startswith("Review 1+ ")
    assert MOST == 999


def test_a_person_without_a_project_has_no_navigation():
    user = world.annotator()
    user.is_staff = True
    user.save()
    assert rail(page_of(user, "/admin/")) == []
