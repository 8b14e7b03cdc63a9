"""Tests of every API route with a cookie and with tokens: the outcome is that of the table, and
refused requests change nothing."""

import pytest
from django.test import Client

from people.models.tokens import Scope
from people.tokens.granting import make_token
from tests.access.routes import OF_TOKENS, Row, rows
from tests.access.study import UNSEEN, Study
from tests.access.test_routes import ask, in_short_and_whole, is_like

ALL = frozenset(Scope.values)
# Who, with which scopes, and whether the token is for the other project alone.
TOKENS = {
    "owner": ("owner", ALL, False),
    "people": ("owner", {"people"}, False),
    "money": ("owner", {"write", "money"}, False),
    "write": ("owner", {"write"}, False),
    "read": ("owner", set(), False),
    "researcher": ("researcher", ALL, False),
    "viewer": ("viewer", ALL, False),
    "narrow": ("superuser", ALL, True),
    "elsewhere": ("other_researcher", ALL, False),
    "superuser": ("superuser", ALL, False),
}
COLUMNS = ("cookie", *TOKENS)
ROWS = list(rows(OF_TOKENS, len(COLUMNS)))
# What a token without scopes reads, those with more read too.
LIKE = dict.fromkeys(
    ("cookie", "owner", "people", "money", "write", "researcher", "superuser"), "read"
)
DONE = {"200", "201", "202", "204"}
MAY_CHANGE = {"owner", "people", "money", "write", "researcher", "superuser"}
# What a request may store only with the scope that is for it. Links into a batch are in the same
# table as invitations, and give no role.
NEEDS = {
    "people_membership": Scope.PEOPLE,
    "people_user": Scope.PEOPLE,
    "people_invitation": Scope.PEOPLE,
    "payments_transaction": Scope.MONEY,
    "payments_entry": Scope.MONEY,
}
NEVER = {"people_apitoken", "people_session", "mfa_authenticator", "socialaccount_socialaccount"}


def clients(study: Study) -> dict[str, Client]:
    made = {"cookie": study.client("superuser")}
    for name, (role, scopes, narrow) in TOKENS.items():
        project = study.other if narrow else None
        user = study.people[role]
        _row, token = make_token(user=user, name=name, scopes=scopes, days=1, project=project)
        bearer = f"Bearer {token}"
        made[name] = Client(raise_request_exception=False, HTTP_AUTHORIZATION=bearer)
    return made


@pytest.mark.attack("GET", "POST")
@in_short_and_whole
@pytest.mark.parametrize("section", dict.fromkeys(row.section for row in ROWS))
def test_every_token_gets_what_the_table_says(study, settings, section, whole):
    settings.API_REQUESTS_PER_MINUTE = 100_000
    asking, wrong, written = clients(study), [], []
    for row in (row for row in ROWS if row.section == section):
        outcomes = []
        for name, expected in zip(COLUMNS, row.outcomes, strict=True):
            if not whole and is_like(LIKE, COLUMNS, row, name):
                outcomes.append(expected)
                continue
            outcome, changes = ask(study, asking[name], row, UNSEEN.get(name, ()))
            outcomes.append(outcome)
            if outcome in DONE:
                changes = [table for table in changes if table != "people_act"]
            own = row.address == "/api/v1/projects"  # everybody may make one
            if changes and (outcome not in DONE or not (own or name in MAY_CHANGE)):
                written.append((name, row.method, row.address, changes))
            written += [
                (name, row.method, row.address, table) for table in beyond(name, row, changes)
            ]
        if outcomes != list(row.outcomes):
            wrong.append(row.line(outcomes))
    assert not wrong, "These rows are otherwise than the table has them:\n" + "\n".join(wrong)
    assert written == []


def beyond(name: str, row: Row, changes: list[str]) -> list[str]:
    """Return the changed tables that the token's scopes do not allow it to change."""
    scopes = TOKENS[name][1] if name in TOKENS else set()
    into_a_batch = "/links" in row.address
    return [
        table
        for table in changes
        if table in NEVER
        or (
            table in NEEDS
            and NEEDS[table] not in scopes
            and not (into_a_batch and table == "people_invitation")
        )
    ]
