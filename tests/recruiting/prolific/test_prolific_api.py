"""Tests of calls to Prolific: their results, and whether a failed call may have taken effect."""

from decimal import Decimal

import pytest

from recruiting.prolific.api.client import Client, NotSent, Refused, Unknown
from recruiting.prolific.api.shapes import (
    StudyAction,
    StudyDraft,
    StudyState,
    Submission,
    SubmissionState,
)
from recruiting.prolific.api.signatures import entry_parameters, hook_is_genuine
from tests.recruiting.prolific.prolific_server import TOKEN

DRAFT = StudyDraft(
    name="Rate texts",
    internal_name="Rateroom 1",
    description="Read and rate.",
    external_study_url="https://lab.example/enter/?PROLIFIC_PID={{%PROLIFIC_PID%}}",
    total_available_places=3,
    estimated_completion_time=10,
    maximum_allowed_time=29,
    reward=200,
    device_compatibility=["desktop"],
    peripheral_requirements=[],
    filters=[],
    completion_codes=[{"code": "C1", "code_type": "COMPLETED", "actions": []}],
)


@pytest.fixture
def client(prolific):
    with Client(TOKEN, timeout=0.4) as client:
        yield client


def test_a_study_is_made_published_paused_and_grown(client):
    study = client.create_study(DRAFT)
    assert (study.status, study.total_available_places) == (StudyState.UNPUBLISHED, 3)
    assert client.transition_study(study.id, StudyAction.PUBLISH).status == StudyState.ACTIVE
    assert client.transition_study(study.id, StudyAction.PAUSE).status == StudyState.PAUSED
    assert client.set_places(study.id, 5).total_available_places == 5
    assert client.study(study.id).total_available_places == 5


def test_lists_are_read_to_their_end(prolific, client):
    study = client.create_study(DRAFT)
    sessions = [prolific.send_person(study.id, f"p{number}") for number in range(101)]
    assert [submission.id for submission in client.submissions(study.id)] == sessions
    assert next(client.submissions(study.id)).participant == "p0"


def test_a_bonus_is_prepared_and_then_paid_in_cents(prolific, client):
    study = client.create_study(DRAFT)
    session = prolific.send_person(study.id, "p", state="APPROVED")
    bonus = client.set_up_bonus(study.id, session, Decimal("4.25"))
    assert client.submission(session).bonuses == []
    client.pay_bonus(bonus)
    assert client.submission(session).bonuses == [425]


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        ("drop", Unknown),
        ("lost", Unknown),
        ("slow", Unknown),
        (500, Unknown),
        (429, NotSent),
        (400, Refused),
    ],
)
def test_a_failure_says_whether_it_may_have_happened(prolific, client, fault, error):
    prolific.faults.append(fault)
    with pytest.raises(error):
        client.create_study(DRAFT)
    assert len(prolific.studies) == (fault in {"lost", "slow"})


def test_a_service_that_is_not_there_was_sent_nothing(settings):
    settings.PROLIFIC_URL = "http://127.0.0.1:9"
    with Client(TOKEN, timeout=0.4) as client, pytest.raises(NotSent):
        client.study("a" * 24)


@pytest.mark.usefixtures("prolific")
def test_a_refusal_carries_the_words_of_the_service():
    with Client("wrong") as client, pytest.raises(Refused) as refused:
        client.study("a" * 24)
    assert refused.value.status == 401
    assert "Authentication credentials" in str(refused.value)


def test_a_state_that_is_new_is_unknown():
    assert Submission.model_validate({"id": "a", "status": "NEWLY"}).status == "UNKNOWN"
    assert Submission.model_validate({"id": "a", "status": "TIMED-OUT"}).status == (
        SubmissionState.TIMED_OUT
    )


def test_an_entry_token_says_who_comes(prolific, client):
    study = client.create_study(DRAFT)
    session, keys = prolific.send_person(study.id, "p7"), client.entry_keys()
    assert entry_parameters(prolific.entry_token(session), keys=keys) == {
        "PROLIFIC_PID": "p7",
        "STUDY_ID": study.id,
        "SESSION_ID": session,
    }
    for forged in (
        prolific.entry_token(session, seconds=-5),
        prolific.entry_token(session, whose="a stranger's"),
        prolific.entry_token(session, SESSION_ID="another"),
        prolific.entry_token(session)[:-4] + "AAAA",
        "nonsense",
        "",
    ):
        assert entry_parameters(forged, keys=keys) == {}
    assert entry_parameters(prolific.entry_token(session), keys={}) == {}


def test_a_web_hook_is_genuine_only_with_the_secret(prolific):
    session = prolific.send_person("a" * 24, "p")
    body, headers = prolific.hook(session)
    signed = {
        "timestamp": headers["HTTP_X_PROLIFIC_REQUEST_TIMESTAMP"],
        "signature": headers["HTTP_X_PROLIFIC_REQUEST_SIGNATURE"],
    }
    assert hook_is_genuine(prolific.secret, body=body, **signed)
    assert not hook_is_genuine("another", body=body, **signed)
    assert not hook_is_genuine("", body=body, **signed)
    assert not hook_is_genuine(prolific.secret, body=body + b" ", **signed)
    assert not hook_is_genuine(prolific.secret, body=body, **signed | {"timestamp": "1795000001"})
