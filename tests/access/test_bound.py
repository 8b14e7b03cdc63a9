"""Tests of every route with a session that did not prove the person's identity."""

import re

import pytest
from django.test import Client
from django.urls import resolve

from hits.models import Batch
from hits.queue.claiming import claim_assignment
from people.models import User
from recruiting.admitting import admit_to_batch
from recruiting.guests.middleware import OF_BATCH, OF_HIT, OF_SITTING, PUBLIC
from tests import world
from tests.access.routes import OF_TOKENS, Row, rows
from tests.access.test_routes import ROWS, ask

# What such a session may open: to be judged here again whenever a route joins.
WORK = {
    *("around", "assignment", "batch", "begin_sitting", "begin_training", "break", "done"),
    *("draft", "extend", "feedback", "panel_leave", "prefetch", "prolific_leave"),
    *("report_broken", "start", "take_back", "training", "wait_for_place"),
}
EVERYBODYS = {
    *("account_logout", "come_back", "documentation", "documentation_index"),
    *("documentation_schema", "join", "medium", "panel_enter", "prolific_enter"),
    *("prolific_hook", "set_language"),
}


@pytest.fixture
def bound(study) -> Client:
    """A second browser that uses the participant id of a person active in a first browser."""
    address = study.filled_in("/panels/{panel}/?pid=known")
    Client().post(address, {"agree": "yes"})
    browser = Client(raise_request_exception=False)
    assert browser.post(address, {"agree": "yes"}).status_code == 302
    assert "sitting" in browser.session["reach"]
    return browser


@pytest.mark.attack("POST")
def test_every_route_but_the_work_is_refused(study, bound):
    opened, asked = [], set()
    for row in ROWS:
        name = resolve(study.filled_in(row.address).partition("?")[0]).view_name
        if name in EVERYBODYS | {"home"} or row.address.startswith("/api/v1/"):
            continue
        if name not in WORK and (name, row.method) in asked:
            continue  # it is refused by its name
        asked.add((name, row.method))
        outcome, changes = ask(study, bound, row)
        # The hits of the table are another person's, and what else is open is of the session's batch.
        is_work = name in WORK and re.search(r"\{(batch|panel)\}", row.address)
        if not is_work and (outcome != "403" or set(changes) - {"people_act"}):
            opened.append((row.method, row.address, outcome, changes))
    assert opened == []
    assert bound.get("/")["Location"] == study.filled_in("/batches/{batch}/")


def test_the_api_knows_no_session(study, bound):
    for row in rows(OF_TOKENS, 11):
        assert ask(study, bound, row)[0] in {"401", "404"}, row.address


def test_what_is_open_is_what_was_judged():
    assert OF_BATCH | OF_HIT | OF_SITTING == WORK
    assert PUBLIC == EVERYBODYS


@pytest.mark.attack("POST")
def test_work_of_another_batch_is_refused(study, bound):
    """The limited session cannot work on another batch, even on the person's own claimed HIT."""
    person = User.objects.get(pk=bound.session["_auth_user_id"])
    other = Batch.objects.get(project=study.other, state="live")
    admit_to_batch(batch=other, user=person, channel="link")
    other.enrolments.update(next_route="")
    hit = world.hit_path(claim_assignment(annotator=person, batch=other))
    addresses = [
        row.address
        for row in ROWS
        if re.match(r"/batches/\{batch\}/|/around/\{batch\}/", row.address)
    ]
    tried = {address.replace("{batch}", str(other.pk)) for address in addresses}
    tried |= {row.address.replace("{hit}", hit) for row in ROWS if row.address.startswith("{hit}")}
    assert len(tried) > 20
    for address in tried:
        for method in ("GET", "POST"):
            row = Row("", method, address, (), "")
            assert ask(study, bound, row) == ("403", []), (method, address)
