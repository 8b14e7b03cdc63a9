"""Tests of entry from Prolific: the signature on each request, the rights without it, and entry
while Prolific is unreachable."""

import pytest
from django.core.cache import cache
from django.test import Client

from people.models import User
from recruiting.prolific.models import Submission

pytestmark = pytest.mark.django_db
PASSWORD = "a quite different passphrase"
ACCOUNT = {"username": "thief", "password1": PASSWORD, "password2": PASSWORD}


@pytest.fixture
def signed(lab):
    """A lab whose workspace signs its entry URLs."""
    cache.clear()
    lab.workspace.signed_entry = True
    lab.workspace.save(update_fields=["signed_entry"])
    yield lab
    cache.clear()


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def has_all_rights(client: Client) -> bool:
    return client.get("/your-data/").status_code == 200


@pytest.mark.attack("POST")
@pytest.mark.parametrize("case", ["nothing", "made up", "late", "stranger", "of another"])
def test_a_post_needs_the_signature_too(signed, case):
    lab = signed
    session, browser = lab.person("p1")
    other = lab.server.send_person(lab.study.outside_id, "p2")
    proof_of_other = (
        Client()
        .get(lab.address(other, prolific_token=lab.server.entry_token(other)))
        .context["proof"]
    )
    form = {
        "nothing": {},
        "made up": {"proof": "x:y:z"},
        "late": {"prolific_token": lab.server.entry_token(session, seconds=-1)},
        "stranger": {"prolific_token": lab.server.entry_token(session, whose="a stranger's")},
        "of another": {"proof": proof_of_other},
    }[case]
    users = User.objects.count()
    assert lab.come_in(session, browser, **form).status_code == 403
    assert (is_in(browser), User.objects.count(), Submission.objects.count()) == (False, users, 0)


@pytest.mark.attack("POST")
@pytest.mark.parametrize("fault", ["drop", 500, 429])
def test_while_prolific_is_away_a_known_sitting_opens_in_its_own_browser_only(lab, fault):
    session, browser = lab.person("p1")
    lab.come_in(session, browser)
    thief = Client()
    lab.server.faults.append(fault)
    assert lab.come_in(session, thief).status_code == 403
    assert not is_in(thief)
    lab.server.faults.append(fault)
    assert lab.come_in(session, browser).status_code == 303
    assert has_all_rights(browser)


@pytest.mark.attack("POST")
def test_the_ids_of_a_known_sitting_open_its_work_alone(lab):
    session, browser = lab.person("p1")
    lab.come_in(session, browser)
    thief = Client()
    lab.come_in(session, thief)
    assert not has_all_rights(thief)
    assert thief.post("/your-link/", ACCOUNT).status_code == 403
    assert not User.objects.filter(username="thief").exists()
    assert has_all_rights(browser)
    assert lab.sitting(session).unproven_at is not None


@pytest.mark.attack("POST")
def test_a_sitting_that_is_over_at_prolific_is_not_opened_by_its_ids(lab):
    session, browser = lab.person("p1")
    lab.come_in(session, browser)
    lab.rate(session, 2)
    browser.post(lab.exit)
    lab.server.move(session, "AWAITING REVIEW")
    thief = Client()
    assert lab.come_in(session, thief).status_code == 403
    assert not is_in(thief)


@pytest.mark.attack("POST")
def test_whoever_came_first_under_an_unverified_id_does_not_become_that_person(lab):
    first, thief = lab.person("p2")
    lab.server.faults.append("drop")
    lab.come_in(first, thief, PROLIFIC_PID="p1")
    assert is_in(thief)
    assert not has_all_rights(thief), "nobody has verified who this is"
    session, browser = lab.person("p1")
    lab.come_in(session, browser)
    assert browser.session["_auth_user_id"] != thief.session["_auth_user_id"]
    assert has_all_rights(browser)


def test_someone_new_works_while_prolific_is_away_and_has_all_rights_once_verified(lab):
    session, browser = lab.person("p1")
    lab.server.faults.append("drop")
    lab.come_in(session, browser)
    assert browser.get(f"/batches/{lab.batch.pk}/").status_code == 200
    lab.server.faults.append("drop")
    assert lab.come_in(session, browser).status_code == 303, "the same browser"
    assert User.objects.filter(is_guest=True).count() == 1
    lab.rate(session, 2)
    lab.server.faults.append("drop")
    assert browser.post(lab.exit).status_code == 409
    assert lab.sitting(session).code_given == ""
    assert browser.post(lab.exit).status_code == 303
    assert lab.sitting(session).code_given == "CODE-done"
    lab.come_in(session, browser)
    assert has_all_rights(browser)


def test_a_new_visit_that_prolific_confirms_is_proof(lab):
    first, browser = lab.person("p1")
    lab.come_in(first, browser)
    second = lab.server.send_person(lab.study.outside_id, "p1")
    elsewhere = Client()
    lab.come_in(second, elsewhere)
    assert has_all_rights(elsewhere)
    assert elsewhere.session["_auth_user_id"] == browser.session["_auth_user_id"]


def test_while_the_keys_are_away_someone_new_works_unverified(signed):
    lab = signed
    session, browser = lab.person("p1")
    lab.server.faults.append("drop")
    page = browser.get(lab.address(session, prolific_token=lab.server.entry_token(session)))
    lab.server.faults.extend(["drop", "drop"])
    assert lab.come_in(session, browser, proof=page.context["proof"]).status_code == 303
    assert Submission.objects.get(session=session).verified_at is None
    assert not has_all_rights(browser)


@pytest.mark.attack("POST")
def test_a_false_signature_that_could_not_be_checked_at_first_is_checked_later(signed):
    lab = signed
    session, browser = lab.person("p1")
    token = lab.server.entry_token(session, whose="a stranger's")
    lab.server.faults.append("drop")
    page = browser.get(lab.address(session, prolific_token=token))
    assert lab.come_in(session, browser, proof=page.context["proof"]).status_code == 403
    assert not is_in(browser)


def test_who_comes_a_second_time_gets_the_code_they_earned(lab):
    session, browser = lab.person("p1")
    lab.come_in(session, browser)
    lab.rate(session, 2)
    answer = lab.come_in(session, browser)
    assert answer.url == lab.exit, "the way back, once all HITs are done"
    browser.post(lab.exit)
    answer = lab.come_in(session, browser)
    assert answer.url == lab.exit
    assert "CODE-done" in browser.get(answer.url).content.decode()
    lab.batch.state = "closed"
    lab.batch.save(update_fields=["state"])
    assert lab.come_in(session, browser).url == lab.exit, "after the batch has ended too"
