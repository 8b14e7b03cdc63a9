"""Tests of an annotator on a phone who reports a HIT, reads their work, sends a message and opens
their data. Each page is checked for accessibility."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from hits.review.decisions import approve_assignments
from tests import world
from tests.browser.test_accessibility import problems

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


def test_an_annotator_reports_reads_and_writes(phone, live_server, log_in, shoot):
    project = world.project(name="Moths")
    batch = world.live_batch(project, title="Wings", reports_to_suspend=1, annotators_per_hit=2)
    ann = world.annotator()
    done = world.rate(ann, batch)
    approve_assignments(batch=batch, ids=[done.pk], by=None)
    claimed = world.claim(ann, batch)

    log_in(phone, ann)
    phone.goto(live_server.url + world.hit_path(claimed))
    phone.get_by_role("button", name="Report a problem").click()
    phone.get_by_label("Text is missing, cut off or unreadable").check()
    shoot(phone, "report")
    assert problems(phone) == []
    phone.get_by_role("button", name="Report and take the next HIT").click()
    expect(phone.get_by_text("Thank you. The researcher will read your report")).to_be_visible()
    for address, name in (
        (reverse("own_answer", args=[done.pk]), "own-answer"),
        (reverse("messages", args=[batch.pk]), "messages"),
        (reverse("your_data"), "your-data"),
    ):
        phone.goto(live_server.url + address)
        shoot(phone, name)
        assert problems(phone) == []

    phone.goto(live_server.url + reverse("messages", args=[batch.pk]))
    phone.get_by_label("Message").fill("Is this a moth?")
    phone.get_by_role("button", name="Send message").click()
    expect(phone.get_by_text("Is this a moth?")).to_be_visible()
