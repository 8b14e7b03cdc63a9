"""Tests that pages offer only permitted actions and that refused requests cost few queries."""

from django.db import connection
from django.test.utils import CaptureQueriesContext

# What a page offers to those who may do it, by its list or by the object that its page is of.
OFFERS = {
    "/admin/datasets/": b"/datasets/import/",
    "/admin/datasets/{dataset}/": b"/archive/",
    "/admin/batches/new/files/{import}/": b'id="step"',
    "/admin/rubrics/": b"/rubrics/write/",
    "/admin/rubrics/{version}/": b"/rubrics/write/?copy=",
    "/admin/prompts/": b"/prompts/write/",
    "/admin/appeals/{appeal}/": b'name="decision"',
    "/admin/hits/batch/{draft}/settings/": b"/steps/people/",
    "/admin/hits/batch/{batch}/settings/": b'<form class="card" method="post"',
    "/admin/hits/batch/{batch}/running/": b"/close/",
    "/admin/projects/{project}/settings/": b"/pool/",
    "/admin/review/table/?batch={batch}": b'class="button approve"',
    "/admin/review/exclusions/{batch}/?rule=faster&number=10": b"/act/",
    "/admin/review/adjudication/{batch}/": b'name="span"',
    "{review_of_it}": b'value="approve"',
    "/batches/{batch}/metrics/": b"Upload metrics",
    "/admin/payments/{project}/": b"/add/",
    "/admin/payments/ledger/{transaction}/": b"/correct/",
    "/admin/judges/{planned_run}/": b"/start/",
}


def test_a_viewer_is_offered_nothing_that_would_be_refused(study):
    pages = {role: study.client(role) for role in ("researcher", "viewer")}
    otherwise = {}
    for address, offer in OFFERS.items():
        place = study.filled_in(address)
        offered = [role for role, client in pages.items() if offer in client.get(place).content]
        if offered != ["researcher"]:
            otherwise[address] = offered
    assert otherwise == {}


def test_a_refusal_asks_for_nothing_of_the_frame(study):
    """A refused request does not look up whether the projects for the page header are simulated."""
    asked = {}
    for role in ("viewer", "other_viewer"):
        with CaptureQueriesContext(connection) as queries:
            answer = study.client(role).get(study.filled_in("/admin/hits/batch/{batch}/rules/"))
        asked[role] = answer.status_code, sum('AS "simulated"' in query["sql"] for query in queries)
    assert asked == {"viewer": (200, 1), "other_viewer": (404, 0)}
