"""Tests of the health probes and metrics: who can read them, and that they are correct."""

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import timezone

from annotation.monitoring import money, parts
from hits.models import Assignment
from people.models import User
from tests import world

TOKEN = "a token that only the scraper knows"


@pytest.fixture
def metrics(settings):
    """A function that returns the metrics as {name with labels: value}."""
    settings.METRICS_TOKEN = TOKEN

    def read() -> dict[str, float]:
        answer = Client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
        assert answer.status_code == 200
        lines = re.findall(r"^(rateroom_[^ ]+) (\S+)$", answer.content.decode(), re.MULTILINE)
        return {name: float(value) for name, value in lines}

    return read


def test_a_process_that_answers_lives_whatever_the_host(client, settings):
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = ["ratings.example.org"], True
    answer = client.get("/livez", headers={"Host": "10.0.0.7"})
    assert (answer.status_code, answer.content) == (200, b"ok\n")


@pytest.mark.django_db
def test_it_is_ready_when_database_and_cache_answer(client):
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (
        200,
        {"database": "ok", "cache": "ok", "media": "ok"},
    )


@pytest.mark.django_db
def test_it_is_not_ready_before_the_database_is_migrated(client, monkeypatch):
    monkeypatch.setattr(parts, "_migrated", False)
    with connection.cursor() as cursor:
        cursor.execute("delete from django_migrations where app = 'hits'")
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["database"]) == (503, "is not migrated")


@pytest.mark.django_db
def test_it_is_not_ready_without_a_cache(client, settings):
    settings.CACHES = {
        "default": settings.CACHES["default"] | {"LOCATION": "redis://127.0.0.1:9/0"}
    }
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (
        503,
        {"database": "ok", "cache": "does not answer", "media": "ok"},
    )


@pytest.mark.attack("GET")
@pytest.mark.parametrize(
    ("token", "given", "status"),
    [("", "Bearer ", 404), (TOKEN, "", 401), (TOKEN, "Bearer wrong", 401)],
)
def test_figures_are_for_whoever_has_the_token(client, settings, token, given, status):
    settings.METRICS_TOKEN = token
    answer = client.get("/metrics", headers={"Authorization": given})
    assert (answer.status_code, b"rateroom_" in answer.content) == (status, False)


@pytest.fixture
def no_check():
    """Delete the ledger check's result that earlier tests may have cached."""
    cache.delete(money.NAME)


@pytest.mark.django_db
@pytest.mark.usefixtures("no_check")
def test_the_figures_are_those_of_the_database(metrics):
    owner = world.project()
    batch = world.live_batch(owner)
    world.draft_batch(owner)
    world.rate(world.annotator(), batch)
    world.claim(world.second_annotator(), batch)
    Assignment.objects.in_work().update(deadline_at=timezone.now() - timedelta(seconds=90))
    figures = metrics()
    for queue in ("celery", "punctual"):  # shared with tests at the same time
        figures.pop(f'rateroom_queue_length{{queue="{queue}"}}')
        figures.pop(f'rateroom_queue_oldest_seconds{{queue="{queue}"}}')
    assert 90 <= figures.pop("rateroom_oldest_overdue_seconds") < 300
    of_machine = ("rateroom_disk", "rateroom_up", "rateroom_failed", "rateroom_request")
    assert {
        name: value for name, value in figures.items() if value and not name.startswith(of_machine)
    } == {
        'rateroom_assignments{state="claimed"}': 1,
        'rateroom_assignments{state="overdue"}': 1,
        "rateroom_submissions": 1,
        'rateroom_batches{state="live"}': 1,
        'rateroom_batches{state="draft"}': 1,
    }


@pytest.mark.django_db
def test_a_part_that_does_not_answer_leaves_the_others(metrics, settings):
    settings.REDIS_URL = "redis://127.0.0.1:9/0"
    names = {name.partition("{")[0] for name in metrics()}
    assert "rateroom_queue_length" not in names
    assert {"rateroom_submissions", "rateroom_long_tasks"} <= names


@pytest.mark.django_db
def test_the_figures_name_nobody(client, settings):
    settings.METRICS_TOKEN = TOKEN
    world.rate(world.annotator(), world.live_batch(world.project(name="Secret study")))
    answer = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    names = {"Secret study", *User.objects.values_list("username", flat=True)}
    assert [name for name in names if name in answer.content.decode()] == []
