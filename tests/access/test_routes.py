"""Tests of every route with every role: the outcome is that of the table, and refused requests
change nothing."""

import re

import pytest
from django.db import connection, transaction

from annotation.middleware import standing_headers
from tests.access.routes import OF_TOKENS, Row, route_of, routes_of_the_site, rows
from tests.access.study import OUTSIDE_THE_PROJECT, ROLES, UNSEEN, Study

ROWS = list(rows())
# Of whoever gets one of these nothing may be stored, and no task be sent on.
REFUSED = {"login", "gone", "204", "400", "403", "404", "405"}
STORES = re.compile(r'\b(?:insert into|update|delete from)\s+"?([a-z]+_\w+)')
KEPT = re.compile(r"{medium}|/api/v1/schema|/docs/rubric\.schema\.json|.*/figures/[^/]+\.(svg|pdf)")
HEADERS = set(standing_headers())  # on whatever is answered
USED = {"people_session", "people_apitoken"}  # by being asked with
# Where both of a pair get a page, asking the first leaves little to learn from the second; whatever
# is refused, and whatever may store something, is asked as everybody.
LIKE = {"researcher": "owner", "superuser": "owner", "other_viewer": "other_researcher"}
# Where someone who can do more is refused, so is someone who can do less.
WEAKER = {"other_viewer": "other_researcher"}
OF_THE_DESK = WEAKER | {"another_annotator": "annotator"}
# A page outside the desk whose address names no object is each person's own.
OWN_PAGE = {"another_annotator": "annotator"} | dict.fromkeys(ROLES[4:], "owner")
# What an owner may store, these may too; that they can is what the tests of each page show.
AS_OWNER = {"researcher", "superuser"}
# Where a person acts for themselves, whatever their role in a project.
OWN = (
    *("/accounts/", "/admin/login/", "/admin/logout/", "/admin/password_change/"),
    *("/batches/{batch}/start/", "{link}", "{join}", "{come_back}", "/panels/{panel}/?pid=P1"),
)


in_short_and_whole = pytest.mark.parametrize(
    "whole", [False, pytest.param(True, marks=pytest.mark.long)]
)


@pytest.mark.attack("GET", "POST")
@in_short_and_whole
@pytest.mark.parametrize("section", dict.fromkeys(row.section for row in ROWS))
def test_everybody_gets_what_the_table_says(study, section, whole):
    clients = {role: study.client(role) for role in ROLES}
    wrong, written = [], []
    for row in (row for row in ROWS if row.section == section):
        outcomes = []
        for role, expected in zip(ROLES, row.outcomes, strict=True):
            if not whole and (is_like(LIKE, ROLES, row, role) or is_weaker(row, role)):
                outcomes.append(expected)
                continue
            outcome, changes = ask(study, clients[role], row, UNSEEN.get(role, ()))
            outcomes.append(outcome)
            if outcome not in REFUSED:
                changes = [table for table in changes if table != "people_act"]  # that they looked
            if changes and (outcome in REFUSED or _only_looks(role, row)):
                written.append((role, row.method, row.address, changes))
        if outcomes != list(row.outcomes):
            wrong.append(row.line(outcomes))
    assert not wrong, "These rows are otherwise than the table has them:\n" + "\n".join(wrong)
    assert written == []


def is_like(like: dict[str, str], columns: tuple[str, ...], row: Row, name: str) -> bool:
    """Return whether this row also covers the similar role `like[name]`: both see the page, or
    `name` may do what an owner may."""
    expected = dict(zip(columns, row.outcomes, strict=True))
    if row.method == "GET":
        return expected[name] == expected.get(like.get(name)) == "200"
    return name in AS_OWNER and expected[name] == expected["owner"] and expected[name][0] in "23"


def is_weaker(row: Row, role: str) -> bool:
    """Return whether the request has the same outcome for a role with more rights."""
    weaker = WEAKER
    if row.address.startswith("/admin/"):
        weaker = OF_THE_DESK
    elif "{" not in row.address:
        weaker = OWN_PAGE
    expected = dict(zip(ROLES, row.outcomes, strict=True))
    return expected[role] == expected.get(weaker.get(role))


def _only_looks(role: str, row: Row) -> bool:
    """Return whether the role must change nothing here, even if the outcome is 200 or 302. This
    holds for viewers, and for other projects' members on addresses of this project."""
    elsewhere = role in OUTSIDE_THE_PROJECT and "{" in row.address + row.body
    return (elsewhere or role == "viewer") and not row.address.startswith(OWN)


def ask(study: Study, client, row: Row, unseen: tuple[str, ...] = ()) -> tuple[str, list[str]]:
    """Send the request, check its response, and roll back all changes. Return the outcome and the
    tables with changed rows. The response must not contain any text in `unseen`."""
    cookies, changes = client.cookies.copy(), []

    def note(execute, sql, params, many, context):
        result = execute(sql, params, many, context)
        if context["cursor"].rowcount > 0:
            changes.extend(set(STORES.findall(str(sql).lower())) - USED)
        return result

    with transaction.atomic():
        tasks = len(connection.run_on_commit)
        with connection.execute_wrapper(note):
            response = _send(client, study, row)
            content = response.getvalue()
        changes += ["a task"] * (len(connection.run_on_commit) - tasks)
        transaction.set_rollback(True)
    client.cookies = cookies
    assert HEADERS - set(response.headers) == set(), (row.method, row.address)
    assert not_stored(client, row, response), (row.method, row.address)
    leaks = [text for text in unseen if text.encode() in content]
    assert leaks == [], (row.method, row.address)
    return _outcome(response), changes


def not_stored(client, row: Row, response) -> bool:
    """Return whether the page forbids caching. After login, only responses that are the same for
    every permitted reader may be cached: media, report figures and schemas."""
    if "sessionid" not in client.cookies or response.status_code != 200:
        return True
    if KEPT.fullmatch(row.address):
        return True
    return "no-store" in response.get("Cache-Control", "")


def _send(client, study: Study, row: Row):
    address, body = study.filled_in(row.address), study.filled_in(row.body)
    kind = "json" if body.startswith("{") else "x-www-form-urlencoded"
    return client.generic(row.method, address, body, content_type=f"application/{kind}")


def _outcome(response) -> str:
    """Return the status, or `login` for a redirect to the login page and `gone` for one to Home."""
    place = response.get("Location", "").partition("?")[0]
    if response.status_code == 302 and place.endswith("/login/"):
        return "login"
    if response.status_code == 302 and place == "/admin/":
        return "gone"
    return str(response.status_code)


def test_every_route_has_a_row(study):
    # What the API has is in a table of its own, whose first column is a person with a cookie.
    with_rows = {route_of(study.filled_in(row.address)) for row in [*ROWS, *rows(OF_TOKENS)]}
    assert sorted(set(routes_of_the_site()) - with_rows) == [], (
        "These routes need a row in tests/access/routes.txt."
    )
