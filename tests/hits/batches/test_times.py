"""How long HITs take and what an hour earns, as the batch's page tells a researcher."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from hits.models import Assignment, Viewing
from hits.progress import times
from hits.progress.times import TimeSpent, hourly_pay, time_spent
from tests import world
from tests.pages import squeezed

pytestmark = pytest.mark.django_db
ESTIMATE = TimeSpent("Estimate, shown to annotators", 60, None, Decimal("3.00"))


def took(batch, elapsed: int, active: float | None) -> None:
    """One HIT submitted `elapsed` seconds after it was taken."""
    done = world.rate(world.annotator(), batch)
    Assignment.objects.filter(pk=done.pk).update(
        accepted_at=F("submitted_at") - timedelta(seconds=elapsed)
    )
    if active is not None:
        Viewing.objects.create(assignment=done, seen={"active_seconds": active})


def test_before_anything_is_submitted_there_is_the_estimate():
    assert time_spent(world.live_batch(world.project())) == [ESTIMATE]


def test_medians_with_the_pay_they_come_to():
    batch = world.live_batch(world.project())
    for elapsed, active in ((100, 30.5), (200, 45), (900, 50), (3, None)):
        took(batch, elapsed, active)
    assert time_spent(batch) == [
        ESTIMATE,
        TimeSpent("Median in use", 45, 3, Decimal("4.00")),
        TimeSpent("Median from taking to submitting", 150, 4, Decimal("1.20")),
    ]


def test_they_are_of_the_latest_hits_in_one_statement(monkeypatch):
    monkeypatch.setattr(times, "LATEST", 2)
    batch = world.live_batch(world.project())
    for elapsed in (1000, 20, 40):
        took(batch, elapsed, None)
    with CaptureQueriesContext(connection) as queries:
        found = time_spent(batch)
    assert found == [
        ESTIMATE,
        TimeSpent("Median from taking to submitting", 30, 2, Decimal("6.00")),
    ]
    assert len(queries) == 1


def test_no_person_works_in_less_than_a_second():
    assert (hourly_pay(Decimal("0.05"), 0), hourly_pay(Decimal("0.05"), 0.99)) == (None, None)
    assert hourly_pay(Decimal("0.05"), 7) == Decimal("25.71")


def test_the_batchs_page_shows_them(client):
    batch = world.live_batch(world.project())
    client.force_login(world.researcher(batch.project))
    address = f"/admin/hits/batch/{batch.pk}/change/"
    assert "No HIT is submitted yet." in client.get(address).content.decode()
    took(batch, 100, 45)
    page = client.get(address).content.decode()
    assert (
        '<th scope="row">Median in use</th><td class="num">45 s</td><td class="num">$4.00</td>'
        in squeezed(page)
    )
    assert "Of the 1 HIT submitted." in page
