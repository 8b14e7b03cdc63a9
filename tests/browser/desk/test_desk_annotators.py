"""Tests of a batch's annotators page: a researcher compares them and pauses one."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from hits.models import Batch, Enrolment
from quality.models import AnnotatorFigures, AnnotatorFold
from tests import world
from tests.browser.test_accessibility import problems

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
TYPICAL = {
    "time": {"median": 71, "first": 60, "third": 84, "low": 19, "high": 140, "people": 6},
    "agreement": {"median": 0.6, "first": 0.5, "third": 0.7, "low": 0.1, "high": 0.8, "people": 6},
    "gold": {"median": 0.9, "first": 0.8, "third": 1, "low": 0.3, "high": 1, "people": 6},
}


def with_figures(batch: Batch, number: int) -> None:
    """Store an annotator with invented statistics."""
    enrolment = Enrolment.objects.create(
        batch=batch,
        annotator=world.person(f"annotator-{number}"),
        pseudonym=f"A-{number}K7QX2",
        submitted=20 + number,
    )
    seconds, agreement = 19.0 + 20 * number, 0.1 + 0.12 * number
    measures = {
        "time": {
            "value": seconds,
            "n": 20 + number,
            "low": 0.9 * seconds,
            "high": 1.2 * seconds,
            "middle": [0.7 * seconds, 1.5 * seconds],
        },
        "agreement": {
            "value": agreement,
            "n": 20 + number,
            "low": agreement - 0.2,
            "high": agreement + 0.15,
        },
        "gold": {"value": 2 / 6, "n": 6, "part": 2, "low": 0.1, "high": 0.7},
    }
    flags = [{"rule": "checks", "numbers": {"failed": 4, "answered": 6}}] if not number else []
    AnnotatorFigures.objects.create(enrolment=enrolment, measures=measures, flags=flags)


def test_annotators_are_compared_and_one_is_paused(page, live_server, log_in):
    batch = world.live_batch(world.project(name="Moths"), annotators_per_hit=2)
    for number in range(6):
        with_figures(batch, number)
    AnnotatorFold.objects.create(
        batch=batch, computed_at=timezone.now(), submitted=135, typical=TYPICAL
    )
    for _turn in range(3):
        world.rate(world.person("annotator-0"), batch)
    log_in(page, world.researcher(batch.project))
    page.goto(f"{live_server.url}/admin/annotators/")
    assert problems(page) == []
    page.goto(f"{live_server.url}/admin/hits/batch/{batch.pk}/annotators/")
    assert problems(page) == []
    page.get_by_role("link", name="A-0K7QX2").click()
    assert problems(page) == []
    expect(page.get_by_text("4 of 6 gold HITs failed.")).to_be_visible()
    page.get_by_role("link", name="Pause in this batch").click()
    assert problems(page) == []
    page.get_by_label("Reason (the annotator can read it)").fill("Two checks failed.")
    page.get_by_role("button", name="Pause in this batch").click()
    expect(page.get_by_text("The person sees this reason: “Two checks failed.”")).to_be_visible()
