"""Tests that a user who has lost a permission cannot get the stored response of an API write by
repeating its `Idempotency-Key`."""

import pytest
from django.db import transaction
from django.test import Client

from people.models import Membership
from people.tokens.granting import make_token
from tests.access.routes import Row
from tests.access.study import Study
from tests.access.test_routes import _outcome, _send, in_short_and_whole
from tests.access.test_tokens import ALL, COLUMNS, DONE, ROWS, TOKENS

WRITES = [
    row for row in ROWS if row.method != "GET" and row.outcomes[COLUMNS.index("owner")] in DONE
]


def column(row: Row, name: str) -> str:
    return row.outcomes[COLUMNS.index(name)]


def keyed(study: Study, scopes, **limits) -> Client:
    """Return an API client of the owner that sends the same idempotency key with each write."""
    owner = study.people["owner"]
    _row, token = make_token(user=owner, name="x", scopes=scopes, days=1, **limits)
    return Client(
        raise_request_exception=False,
        HTTP_AUTHORIZATION=f"Bearer {token}",
        HTTP_IDEMPOTENCY_KEY="the same",
    )


def answered(study: Study, client: Client, row: Row) -> tuple[str, str]:
    """Return the outcome of the request, and whether the API replayed a stored response."""
    response = _send(client, study, row)
    return _outcome(response), response.get("Idempotency-Replayed", "")


def role_of_owner(study: Study, role: str) -> None:
    memberships = Membership.objects.filter(user=study.people["owner"], project=study.project)
    memberships.update(role=role) if role else memberships.delete()


def refused(row: Row, names: tuple[str, ...], *, whole: bool) -> list[str]:
    """Return the roles in `names` that may not make the request; only the first unless `whole`."""
    found = [name for name in names if column(row, name) not in DONE]
    return found if whole else found[:1]


@pytest.mark.attack("POST")
@in_short_and_whole
@pytest.mark.parametrize("section", dict.fromkeys(row.section for row in WRITES))
def test_a_stored_answer_is_given_to_nobody_who_may_not_write_it_now(
    study, settings, section, whole
):
    settings.API_REQUESTS_PER_MINUTE = 100_000
    owner, wrong, unread = study.people["owner"], [], []
    Membership.objects.create(project=study.other, user=owner, role="owner")
    for row in (row for row in WRITES if row.section == section):
        with transaction.atomic():
            program = keyed(study, ALL)
            narrow = keyed(study, ALL, project=study.other)
            few = {
                name: keyed(study, TOKENS[name][1])
                for name in refused(row, ("write", "people", "read"), whole=whole)
            }
            first, again = answered(study, program, row), answered(study, program, row)
            if (first[0], again) != (again[0], (again[0], "true")):
                unread.append((row.method, row.address, first, again))
            got = {name: answered(study, client, row) for name, client in few.items()}
            if column(row, "narrow") not in DONE:
                got["narrow"] = answered(study, narrow, row)
            for name in refused(row, ("researcher", "viewer", "elsewhere"), whole=whole):
                role_of_owner(study, "" if name == "elsewhere" else name)
                got[name] = answered(study, program, row)
            wrong += [
                (row.method, row.address, name, outcome)
                for name, (outcome, _replayed) in got.items()
                if outcome in DONE
            ]
            transaction.set_rollback(True)
    assert unread == []
    assert wrong == []
