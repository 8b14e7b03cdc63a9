"""Tests of a database outage: the page answers 503 and keeps the input, except passwords."""

import json
from html.parser import HTMLParser

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse

from hits.models import Assignment
from tests import world

pytestmark = pytest.mark.django_db


class Fields(HTMLParser):
    """A parser that collects a page's hidden fields by name."""

    def __init__(self, page):
        super().__init__()
        self.found = {}
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        if tag == "input":
            self.found[dict(attrs)["name"]] = dict(attrs)["value"]


@pytest.fixture
def browser():
    client = Client(raise_request_exception=False)
    client.force_login(world.annotator())
    return client


@pytest.fixture
def away():
    """Make every SQL statement fail, as if the database server were down."""

    def refuse(*_args):
        raise OperationalError("the connection is lost")

    with connection.execute_wrapper(refuse):
        yield


@pytest.fixture
def claimed():
    return world.claim(world.annotator(), world.live_batch(world.project()))


def test_a_submission_is_kept_in_the_page(browser, claimed, away):
    answers = world.GOOD | {"feedback": 'Said "no" & <left>', "csrfmiddlewaretoken": "x"}
    response = browser.post(reverse("assignment", args=[claimed.pk]), answers)
    assert (response.status_code, response["Retry-After"], response["Cache-Control"]) == (
        503,
        "5",
        "no-store",
    )
    page = response.content.decode()
    assert Fields(page).found == answers
    assert f'<form method="post" action="{world.hit_path(claimed)}">' in page
    assert "refresh" not in page
    assert "default-src 'self'" in response["Content-Security-Policy"]


def test_the_kept_page_submits_once_the_database_is_back(browser, claimed):
    response = browser.post(reverse("assignment", args=[claimed.pk]), world.GOOD)
    again = browser.post(reverse("assignment", args=[claimed.pk]), world.GOOD)
    assert [response.status_code, again.status_code] == [303, 303]
    assert list(Assignment.objects.filter(pk=claimed.pk).values_list("state", flat=True)) == [
        "submitted"
    ]


def test_a_page_asks_again_by_itself(browser, away):
    response = browser.get("/")
    assert response.status_code == 503
    assert "Try again" in response.content.decode()


def test_a_draft_gets_json(browser, claimed, away):
    response = browser.post(
        reverse("draft", args=[claimed.pk]),
        json.dumps({"revision": 0, "data": {}}),
        content_type="application/json",
    )
    assert (response.status_code, response.json()) == (
        503,
        {"error": "The database is not responding."},
    )


def test_a_password_is_not_sent_back(away):
    client = Client(raise_request_exception=False)
    response = client.post(reverse("account_login"), {"login": "ann", "password": world.PASSWORD})
    assert response.status_code == 503
    assert world.PASSWORD not in response.content.decode()


def test_another_error_is_not_called_an_outage(browser):
    def broken(*_args):
        raise ValueError

    with connection.execute_wrapper(broken):
        response = browser.get("/")
    assert (
        response.status_code,
        "Something went wrong on our side" in response.content.decode(),
    ) == (500, True)
