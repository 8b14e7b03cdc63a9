"""Tests of review in a browser: by keyboard only, exclusions, and adjudication."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from hits.models import Adjudication, Assignment, HeldDecision
from hits.review.undoing import post_due_decisions
from tests import world
from tests.browser.test_accessibility import problems

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


def answered(*, items: int, annotators: int = 1, **terms):
    """Return a batch with all its responses. Each annotator gives the same answers each time."""
    project = world.project(name="Moths")
    data = world.dataset(project, items=items, systems=("Heron",))
    batch = world.live_batch(project, data, annotators_per_hit=annotators, **terms)
    people = (world.annotator(), world.second_annotator())[:annotators]
    for annotator, coverage in zip(people, ("1", "3"), strict=False):
        for _answer in range(items):
            world.rate(annotator, batch, world.GOOD | {"coverage": coverage})
    return batch


@pytest.mark.parametrize("answers", [4, pytest.param(50, marks=pytest.mark.long)])
def test_answers_are_reviewed_by_keys_alone(page, live_server, log_in, settings, answers):
    settings.REVIEW_UNDO_SECONDS = 600  # a worker that other tests use posts what is due
    batch = answered(items=answers)
    # As people take; a machine's milliseconds would call some of them fast.
    batch.assignments.update(accepted_at=F("submitted_at") - timedelta(seconds=30))
    log_in(page, world.researcher(batch.project))
    page.goto(live_server.url + "/admin/review/")
    expect(page.get_by_role("heading", name=f"{answers} responses to review")).to_be_visible()
    assert problems(page) == []
    page.keyboard.press("r")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.type("Nothing of it is right, a and r.")
    # Once the page is parsed it hears keys; to look for a text again and again would take longer.
    with page.expect_navigation(wait_until="domcontentloaded"):
        page.get_by_role("button", name="Reject", exact=True).press("Enter")
    expect(page.get_by_role("heading", name=f"{answers - 1} responses")).to_be_visible()
    for key in "au":
        with page.expect_navigation(wait_until="domcontentloaded"):
            page.keyboard.press(key)
    expect(
        page.get_by_text("Decision undone. The response is waiting for review again.")
    ).to_be_visible()
    for _answer in range(answers - 1):
        with page.expect_navigation(wait_until="domcontentloaded"):
            page.keyboard.press("a")
    expect(page.get_by_text("No responses to review.")).to_be_visible()
    assert problems(page) == []
    assert batch.assignments.filter(state="submitted").count() == answers
    HeldDecision.objects.update(due_at=timezone.now())
    assert post_due_decisions() == answers
    states = batch.assignments.exclude(state="free").values_list("state", "rejection", "evidence")
    assert sorted(states) == [("approved", "", "")] * (answers - 1) + [
        ("rejected", "no_effort", "Every question of this HIT has the same answer.")
    ]


def test_what_differs_is_adjudicated_on_the_annotators_page(page, live_server, log_in):
    batch = answered(items=2, annotators=2)
    log_in(page, world.researcher(batch.project))
    page.goto(live_server.url + reverse("admin:adjudication", args=[batch.pk]))
    page.get_by_label("Minimum difference between numbers").fill("2")
    page.get_by_role("button", name="Search").click()
    assert problems(page) == []
    page.get_by_role("link", name="Decide").click()
    assert problems(page) == []
    for _hit in range(2):
        page.wait_for_load_state("domcontentloaded")
        for _question in range(5):
            page.keyboard.press("2")
        page.keyboard.press("Control+Enter")
        expect(page.get_by_text("Saved.")).to_be_visible()
    expect(page.get_by_text("No HITs are waiting for a decision.")).to_be_visible()
    assert Adjudication.objects.count() == 2
    assert set(Assignment.objects.values_list("state", flat=True)) == {"submitted"}
