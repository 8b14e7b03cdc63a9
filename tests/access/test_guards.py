"""A list that could be asked about more than it shows is refused before the first request."""

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db import connection
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext

from hits.models import Assignment
from people.guarded_admin import GuardedAdmin, every_admin_is_guarded

SHOWN: dict = {
    "list_display": ("reason", "batch"),
    "fields": ("state", "batch", "accepted_at"),
}


def complaints(**options) -> list[str]:
    checked = type("Checked", (GuardedAdmin,), SHOWN | options)(Assignment, admin.site)
    return [error.msg for error in checked.check() if error.id == "people.E001"]


@pytest.mark.parametrize(
    "options",
    [
        {"list_filter": ("state",)},
        {"search_fields": ("^reason",)},
        {"date_hierarchy": "accepted_at"},
    ],
)
def test_what_is_shown_may_be_asked_for(options):
    assert complaints(**options) == []


@pytest.mark.parametrize(
    ("option", "name"),
    [
        ("list_filter", "batch__state"),
        ("list_filter", "batch"),
        ("list_filter", "surplus"),
        ("search_fields", "batch__created_by__email"),
        ("search_fields", "=rubric_sha256"),
        ("date_hierarchy", "batch__created_at"),
        ("date_hierarchy", "decided_at"),
    ],
)
def test_what_leads_elsewhere_or_is_not_shown_is_named(option, name):
    value = name if option == "date_hierarchy" else (name,)
    said = f"Checked: {option} has '{name.lstrip('=')}', which it does not show or which leads to other rows."
    assert complaints(**{option: value}) == [said]


def test_no_column_is_ordered_by_other_rows():
    class Column:
        short = admin.display(ordering="-batch__created_by__email")(lambda _self, row: str(row))

    said = "Checked: list_display's 'short' is ordered by '-batch__created_by__email', which leads to other rows."
    assert complaints(list_display=("short",), short=Column.short) == [said]


def test_an_admin_of_another_kind_is_named():
    assert every_admin_is_guarded() == []
    admin.site.register(Group, admin.ModelAdmin)
    try:
        assert [error.msg for error in every_admin_is_guarded()] == [
            "ModelAdmin takes lookups that nobody declared."
        ]
    finally:
        admin.site.unregister(Group)


def test_a_popup_hands_back_primary_keys_only():
    request = RequestFactory().get("/")
    for each in admin.site._registry.values():
        fields = {field.name for field in each.model._meta.get_fields(include_hidden=True)}
        assert {name for name in fields if each.to_field_allowed(request, name)} == {
            each.model._meta.pk.name
        }


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
    "/admin/review/table/?batch={batch}": b'value="approve"',
    "/admin/payments/{project}/": b"/add/",
    "/admin/payments/ledger/{transaction}/": b"/correct/",
    "/admin/judges/{planned_run}/": b"/start/",
}


def test_a_viewer_is_offered_nothing_that_would_be_refused(study):
    pages = {role: study.client(role) for role in ("researcher", "viewer")}
    for address, offer in OFFERS.items():
        place = study.filled_in(address)
        offered = {role: offer in client.get(place).content for role, client in pages.items()}
        assert offered == {"researcher": True, "viewer": False}, address


def test_the_frame_asks_once_for_all_models_what_a_person_may_do(study):
    """It lists each model that they may see, change or add."""
    client = study.client("researcher")
    client.get("/admin/stimuli/")
    with CaptureQueriesContext(connection) as queries:
        assert client.get("/admin/stimuli/").status_code == 200
    memberships = [query for query in queries if "people_membership" in query["sql"]]
    assert len(memberships) == 3, "one for reading, one for writing, one for the projects' names"


def test_a_refusal_asks_for_nothing_of_the_frame(study):
    """Which projects there are to choose from, all of simulated data or not, is for a page."""
    asked = {}
    for role in ("viewer", "other_viewer"):
        with CaptureQueriesContext(connection) as queries:
            answer = study.client(role).get(study.filled_in("/admin/hits/batch/{batch}/rules/"))
        asked[role] = answer.status_code, sum('AS "simulated"' in query["sql"] for query in queries)
    assert asked == {"viewer": (200, 1), "other_viewer": (404, 0)}
