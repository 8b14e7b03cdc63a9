"""Every route of the API, by a cookie and by tokens: who gets in, who is turned away, and that
whoever is turned away changes nothing."""

import pytest
from django.test import Client

from people.tokens.granting import make_token
from tests.access.routes import OF_TOKENS, rows
from tests.access.study import Study
from tests.access.test_routes import ask

# Who, with which scope, and whether the token is for the other project alone.
TOKENS = {
    "owner": ("owner", "money", False),
    "write": ("owner", "write", False),
    "read": ("owner", "read", False),
    "researcher": ("researcher", "money", False),
    "viewer": ("viewer", "money", False),
    "narrow": ("superuser", "money", True),
    "elsewhere": ("other_researcher", "money", False),
    "superuser": ("superuser", "money", False),
}
COLUMNS = ("cookie", *TOKENS)
ROWS = list(rows(OF_TOKENS, len(COLUMNS)))
DONE = {"200", "201", "202", "204"}
MAY_CHANGE = {"owner", "write", "researcher", "superuser"}


def clients(study: Study) -> dict[str, Client]:
    made = {"cookie": study.client("superuser")}
    for name, (role, scope, narrow) in TOKENS.items():
        project = study.other if narrow else None
        user = study.people[role]
        _row, token = make_token(user=user, name=name, scope=scope, days=1, project=project)
        bearer = f"Bearer {token}"
        made[name] = Client(raise_request_exception=False, HTTP_AUTHORIZATION=bearer)
    return made


@pytest.mark.parametrize("section", dict.fromkeys(row.section for row in ROWS))
def test_every_token_gets_what_the_table_says(study, settings, section):
    settings.API_REQUESTS_PER_MINUTE = 100_000
    asking, wrong, written = clients(study), [], []
    for row in (row for row in ROWS if row.section == section):
        outcomes = []
        for name in COLUMNS:
            outcome, changes = ask(study, asking[name], row)
            outcomes.append(outcome)
            if outcome in DONE:
                changes = [table for table in changes if table != "people_act"]
            own = row.address == "/api/v1/projects"  # everybody may make one
            if changes and (outcome not in DONE or not (own or name in MAY_CHANGE)):
                written.append((name, row.method, row.address, changes))
        if outcomes != list(row.outcomes):
            wrong.append(row.line(outcomes))
    assert not wrong, "These rows are otherwise than the table has them:\n" + "\n".join(wrong)
    assert written == []
