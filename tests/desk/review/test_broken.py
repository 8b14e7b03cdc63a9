"""Tests of the pages of reported problems: the list, one HIT and the decision."""

import pytest
from django.urls import reverse

from desk.broken import views
from hits.broken import put_back, report_broken
from tests import world
from tests.pages import signed_in, words

pytestmark = pytest.mark.django_db


def reported(project, *, people=1):
    """Return a live batch whose only HIT was reported and returned by `people` annotators."""
    data = world.dataset(project, items=1, systems=("Heron",))
    batch = world.live_batch(project, data, annotators_per_hit=9, title="Wings", reward="0.50")
    for number in range(people):
        person = world.person(f"ann{number}")
        claimed = world.claim(person, batch)
        report_broken(
            annotator=person, assignment_id=claimed.pk, category="text", text="", give_back=True
        )
    return batch


def test_the_first_page_says_how_many_wait_and_are_held_back():
    project = world.project()
    reported(project, people=2)
    page = words(signed_in(world.researcher(project)).get("/admin/"))
    assert "1 reported problem HITs on hold until you decide: 1." in page


def test_it_is_closed_with_pay_for_those_who_gave_it_back():
    project = world.project()
    batch = reported(project, people=2)
    hit, desk = batch.hits.get(), signed_in(world.researcher(project))
    page = words(desk.get(reverse("admin:broken_hit", args=[hit.pk])))
    assert "pay USD 0.50 each to the 2 people who reported and returned it" in page or (
        "pay $0.50 each to the 2 people who reported and returned it" in page
    )
    decide = reverse("admin:decide_broken", args=[hit.pk])
    sent = {"decision": "close", "pay": "yes"}
    assert 'name="pay" value="yes"' in desk.post(decide, sent).content.decode()
    assert desk.post(decide, sent | {"confirmed": "yes"}).status_code == 302
    hit.refresh_from_db()
    assert hit.availability == "closed"
    assert project.transactions.filter(kind="goodwill").count() == 2
    assert "No reported problems to review." in words(desk.get(reverse("admin:broken_hits")))


def test_a_viewer_is_offered_no_decision():
    project = world.project()
    hit = reported(project).hits.get()
    viewer = signed_in(world.viewer(project))
    assert "Actions" not in words(viewer.get(reverse("admin:broken_hit", args=[hit.pk])))


def test_the_list_goes_on_where_the_row_that_it_turns_by_is_decided(monkeypatch):
    project = world.project()
    first, second, third = (reported(project).hits.get() for _batch in range(3))
    owner, address = world.owner(project), reverse("admin:broken_hits")
    desk = signed_in(owner)
    monkeypatch.setattr(views, "PER_PAGE", 1)

    def page(query):
        return list(desk.get(address, query).context["waiting"].rows)

    put_back(hit=second, by=owner)
    assert page({"waiting_after": second.pk}) == [third]
    assert page({"waiting_before": second.pk}) == [first]
    put_back(hit=third, by=owner)
    assert page({"waiting_after": second.pk}) == [first], "nothing is left beyond it"
