"""What panels and link lists call people, looked for in everything that a viewer may open."""

import re

import pytest
from django.test import Client

from hits.models import Batch, Enrolment
from people.models import Invitation
from people.tokens.granting import make_token
from recruiting.models import Sitting
from recruiting.prolific.models import Submission
from tests.access.routes import OF_TOKENS, Row, rows
from tests.access.study import Study
from tests.access.test_tokens import COLUMNS

WORKER = "W0RKER7S1D"
VISIT = "V1S1T0FPR0L1F1C"  # with the worker's id it opens the visit's work


@pytest.fixture
def planted(study) -> Study:
    """A worker's id wherever one is stored, and their address."""
    batch = Batch.objects.get(pk=study.names["batch"])
    ids = {"PROLIFIC_PID": WORKER, "workerId": WORKER}
    Enrolment.objects.filter(batch=batch).update(outside_ids=ids)
    Sitting.objects.filter(enrolment__batch=batch).update(
        outside_ids=ids, session=f"{WORKER}-session", channel="elsewhere"
    )
    Submission.objects.filter(sitting__enrolment__batch=batch).update(
        participant=WORKER, session=f"{WORKER}-session"
    )
    Invitation.objects.filter(batch=batch).update(
        label=f"Worker {WORKER}", address=f"{WORKER}@example.org"
    )
    return study


def pages(table=None, columns: int | None = None) -> list[Row]:
    found = rows(table, columns) if table else rows()
    return [row for row in found if row.method == "GET"]


def content(answer) -> str:
    return (b"".join(answer.streaming_content) if answer.streaming else answer.content).decode(
        errors="replace"
    )


def showing(study: Study, client: Client, table: list[Row], text: str = WORKER) -> list[str]:
    """The addresses whose answers hold the id."""
    found = set()
    for row in table:
        answer = client.get(study.filled_in(row.address))
        if answer.status_code == 200 and text in content(answer):
            found.add(row.address)
    return sorted(found)


def program(study: Study, role: str, scope: str = "read") -> Client:
    _row, token = make_token(user=study.people[role], name="x", scopes=[scope], days=1)
    return Client(raise_request_exception=False, HTTP_AUTHORIZATION=f"Bearer {token}")


@pytest.mark.attack("GET")
def test_no_page_shows_a_viewer_a_workers_id(planted):
    assert showing(planted, planted.client("viewer"), pages()) == []


@pytest.mark.attack("GET")
def test_no_request_of_the_api_tells_a_viewers_token_a_workers_id(planted, settings):
    settings.API_REQUESTS_PER_MINUTE = 100_000
    table = pages(OF_TOKENS, len(COLUMNS))
    assert showing(planted, program(planted, "viewer"), table) == []


@pytest.mark.attack("GET")
def test_no_search_tells_a_viewer_whether_there_is_one(planted):
    client = planted.client("viewer")
    for place in ("links", "sittings"):
        address = planted.filled_in(f"/admin/{place}/{{batch}}/")
        there, not_there = (
            re.sub(WORKER + "|NOBODY|csrf[^>]*", "", content(client.get(f"{address}?find={word}")))
            for word in (WORKER, "NOBODY")
        )
        assert there == not_there


def test_those_who_may_write_are_shown_it(planted):
    links = [row for row in pages() if "/links/" in row.address]
    assert showing(planted, planted.client("researcher"), links) != []


@pytest.mark.attack("GET")
def test_not_even_owners_are_shown_the_whole_id_of_a_visit_of_prolific(study, settings):
    settings.API_REQUESTS_PER_MINUTE = 100_000
    visits = Submission.objects.filter(sitting__enrolment__batch=study.names["batch"])
    sittings = Sitting.objects.filter(prolific__in=visits)
    assert sittings.update(session=VISIT, outside_ids={"SESSION_ID": VISIT}) == 1
    visits.update(session=VISIT)
    table, client = pages(OF_TOKENS, len(COLUMNS)), program(study, "owner", "write")
    assert showing(study, study.client("owner"), pages(), VISIT) == []
    assert showing(study, client, table, VISIT) == []
    assert showing(study, client, table, VISIT[-6:]) != []
