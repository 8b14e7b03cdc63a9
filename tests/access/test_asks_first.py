"""Tests that irreversible actions ask for confirmation before they store anything."""

import re
from dataclasses import replace

from tests.access.routes import rows
from tests.access.study import ROLES
from tests.access.test_routes import REFUSED, ask

# Acts that store something at once, by what follows `/admin/`, and why they need no question.
UNDONE_BY = {
    r"webhooks/(\{webhook\}/)?": "changing it again",
    r"webhooks/\{webhook\}/(off|on)/": "the other of the two",
    r"webhooks/(deliveries/)?\{\w+\}/(test|again)/": "nothing: a program is told once more",
    r"hits/batch/\{batch\}/(duplicate|pilot|pause|audience|main)/": "deleting, unmarking, resuming",
    r"hits/batch/\{draft\}/(checks|training|plan|rules/act)/": "changing it again",
    r"hits/batch/\{draft\}/around/(consent/text|about/choose)/": "changing it again",
    r"qualifications/\{qualification\}/people/\{qualified\}/revoke/": "granting it again",
    r"review/exclusions/\{batch\}/act/": "including them again",
    r"review/adjudication/\{batch\}/": "another rule",
    r"batches/new/": "deleting the draft",
    r"batches/\{draft\}/steps/pay/": "changing it again",
    r"messages/\{enrolment\}/(read/)?": "another message",
    r"projects/\{project\}/invite/": "revoking it",
    r"projects/\{project\}/members/\{member\}/ role=researcher": "another role",
    r"projects/\{project\}/pool/": "removing them",
    r"links/\{batch\}/one/": "revoking it",
    r"export/\{batch\}/keep/": "nothing: a file more",
    r"tasks/\{\w+\}/act/": "starting it again, cancelling it",
    r"archive/\w+/\{\w+\}/ action=archive": "taking it out of the archive",
    r"datasets/\{dataset\}/": "another name",
    r"judges/\{planned_run\}/start/": "pausing it; its page says what it costs at most",
}
# Pages of an act alone: what will happen is on them, above the button.
ASKS_ON_ITS_PAGE = {r"archive/\w+/\{\w+\}/ action=delete": "cannot be undone"}


def test_an_act_that_cannot_be_undone_stores_nothing_at_the_first_press(study):
    client, unasked = study.client("owner"), []
    known = re.compile("|".join([*UNDONE_BY, *ASKS_ON_ITS_PAGE]))
    for row in rows():
        if row.method != "POST" or not row.address.startswith("/admin/"):
            continue
        body = re.sub(r"&?confirm(ed)?=\w+", "", row.body)
        if body == row.body and row.outcomes[ROLES.index("owner")] in REFUSED:
            continue  # test_routes shows that it stores nothing
        _outcome, changes = ask(study, client, replace(row, body=body))
        act = f"{row.address.removeprefix('/admin/')} {body}"
        if set(changes) - {"people_act"} and not known.match(act):
            unasked.append(act)
    assert unasked == []


def test_a_question_says_what_will_happen_and_the_second_press_does_it(study):
    client = study.client("owner")
    address = study.filled_in("/admin/links/{batch}/{batch_link}/revoke/")
    asked = client.post(address)
    assert asked.status_code == 200
    assert "You cannot undo this. No one new can join with this link." in asked.content.decode()
    page = client.get(study.filled_in("/admin/links/{batch}/")).content.decode()
    assert page.count(f'action="{address}"') == 1
    client.post(address, {"confirmed": "yes"})
    page = client.get(study.filled_in("/admin/links/{batch}/")).content.decode()
    assert page.count(f'action="{address}"') == 0
