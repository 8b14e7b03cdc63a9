"""Tests that people who may see worker ids of panels and link lists find them. The tests of the
routes check that no one else does (`UNSEEN`)."""

import re

import pytest
from django.test import Client

from people.tokens.granting import make_token
from tests.access.routes import OF_TOKENS, rows
from tests.access.study import VISIT, WORKER
from tests.access.test_tokens import COLUMNS


@pytest.mark.attack("GET")
def test_no_search_tells_a_viewer_whether_there_is_one(study):
    client = study.client("viewer")
    for place in ("links", "sittings"):
        address = study.filled_in(f"/admin/{place}/{{batch}}/")
        there, not_there = (
            re.sub(
                WORKER + "|NOBODY|csrf[^>]*",
                "",
                client.get(f"{address}?find={word}").content.decode(),
            )
            for word in (WORKER, "NOBODY")
        )
        assert there == not_there


def test_those_who_may_write_are_shown_it(study):
    researcher = study.client("researcher")
    links = [row for row in rows() if row.method == "GET" and "/links/" in row.address]
    pages = [researcher.get(study.filled_in(row.address)).getvalue() for row in links]
    assert any(WORKER.encode() in page for page in pages)


def test_owners_are_shown_the_end_of_the_id_of_a_visit(study):
    _row, token = make_token(user=study.people["owner"], name="x", scopes=["write"], days=1)
    client = Client(HTTP_AUTHORIZATION=f"Bearer {token}")
    listed = [
        row
        for row in rows(OF_TOKENS, len(COLUMNS))
        if row.method == "GET" and row.address.startswith("/api/v1/batches/{batch}/")
    ]
    answers = [client.get(study.filled_in(row.address)).getvalue() for row in listed]
    assert any(VISIT[-6:].encode() in answer for answer in answers)
