"""Tests that lists accept only the filters of their own forms, because any other filter could
reveal whether a secret matches."""

import pytest
from django.contrib import admin
from django.urls import reverse

from tests.access.study import readable

LISTS = (
    *("batches", "judge_runs", "judge_replies", "endpoints", "annotators", "appeals"),
    *("payments", "datasets", "imports", "rubrics", "prompts", "projects"),
)
# Ways from a list's rows to what nobody may ask about, as Django's own lists took them.
SECRETS = (
    "created_by__password__startswith",
    "batch__created_by__sessions__session_key__startswith",
    "project__memberships__user__email__startswith",
    "sealed_key__isnull",
    "run__batch__title__startswith",
    "o",
)


def test_no_model_has_a_list_of_djangos_own():
    assert admin.site._registry == {}


@pytest.mark.attack("GET")
def test_no_filter_tells_whether_a_secret_matches(study):
    """The lists of members and of other projects' members are the same whether or not a filter on a
    secret field would match."""
    matching, other = (dict.fromkeys(SECRETS, value) for value in ("", "1"))
    for role in ("researcher", "other_viewer"):
        client = study.client(role)
        for name in LISTS:
            answers = [client.get(reverse(f"admin:{name}"), query) for query in (matching, other)]
            assert [answer.status_code for answer in answers] == [200, 200], (role, name)
            assert _rows(answers[0]) == _rows(answers[1]), (role, name)


def _rows(answer) -> bytes:
    """Return the page without its header and pager, whose links contain the query."""
    page = readable(answer)
    return page[page.index(b"<main") :].split(b"foot-note pager")[0]
