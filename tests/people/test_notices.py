"""Tests of email notifications: recipients, limits, language, and switching them off."""

from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from hits.models import Assignment, Batch
from hits.progress.notices import tell_of_decisions, tell_of_done_batches
from hits.review.appeals import decide_appeal, make_appeal
from hits.review.decisions import approve_assignments, reject_assignments
from judges.models import JudgeRun
from judges.runs.notices import tell_of_stopped_runs
from payments.payouts import record_payouts
from people.models import Notice, NoticeSettings, User
from people.notices.kinds import KINDS, kinds_for
from people.notices.sending import send, send_late
from people.tasks import mail_notice
from tests import world

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def mail_server(settings):
    settings.EMAIL_URL = "smtp://mail.example.org"
    settings.SITE_URL = "https://ratings.example.org/"


def with_address(user: User) -> User:
    user.email = f"{user.username}@example.org"
    user.save(update_fields=["email"])
    return user


@pytest.fixture
def rita(project):
    return with_address(world.researcher(project))


@pytest.fixture
def ann():
    return with_address(world.annotator())


def mailed() -> list[tuple[str, str]]:
    """Send all waiting notifications. Return the address and the subject of each email."""
    for notice in Notice.objects.order_by("pk"):
        mail_notice(notice.pk)
    return [(message.to[0], message.subject) for message in mail.outbox]


def rejected(project, ann) -> Assignment:
    batch = world.live_batch(project, world.dataset(project, items=1), title="Wings")
    answer = world.rate(ann, batch)
    reject_assignments(batch=batch, ids=[answer.pk], reason="Too fast.", by=None)
    return answer


@pytest.mark.usefixtures("rita")
def test_a_batch_that_is_done_is_told_once_a_day(project, ann):
    batch = world.live_batch(
        project, world.dataset(project, items=1, systems=("Heron",)), title="Wings"
    )
    assert tell_of_done_batches() == 0
    world.rate(ann, batch)
    assert [tell_of_done_batches() for _minute in range(2)] == [1, 0]
    assert mailed() == [("rita@example.org", "Wings is done")]
    assert f"https://ratings.example.org/admin/review/?batch={batch.pk}" in mail.outbox[0].body
    reopened = batch.assignments.get()
    reject_assignments(batch=batch, ids=[reopened.pk], reason="Too fast.", by=None)
    assert tell_of_done_batches() == 0
    assert Batch.objects.get().done_at is None


def test_an_objection_reaches_researchers_and_its_answer_the_annotator(project, rita, ann):
    world.viewer(project)
    with_address(User.objects.get(username="vera"))
    answer = rejected(project, ann)
    appeal = make_appeal(annotator=ann, assignment_id=answer.pk, text="I looked twice.")
    make_appeal(annotator=ann, assignment_id=answer.pk, text="I looked twice.")
    assert mailed() == [("rita@example.org", "An appeal in Wings")]
    decide_appeal(appeal_id=appeal.pk, granted=False, answer="Three seconds.", by=rita)
    assert mailed()[1:] == [("ann@example.org", "Your appeal in Wings was decided")]
    body = mail.outbox[1].body
    assert "Appeal dismissed. Your response in Wings stays rejected.\n\nThree seconds." in body
    assert "https://ratings.example.org/notices/" in body


def test_decisions_of_an_hour_are_one_mail(project, ann):
    data = world.dataset(project, items=2)
    batch = world.live_batch(project, data, title="Wings")
    answers = [world.rate(ann, batch) for _turn in range(3)]
    approve_assignments(batch=batch, ids=[answers[0].pk, answers[1].pk], by=None)
    reject_assignments(batch=batch, ids=[answers[2].pk], reason="Too fast.", by=None)
    assert tell_of_decisions() == 0, "the hour is not over"
    batch.assignments.exclude(decided_at=None).update(
        decided_at=timezone.now() - timedelta(hours=1)
    )
    assert [tell_of_decisions() for _hour in range(2)] == [1, 0]
    assert mailed() == [("ann@example.org", "Your responses in Wings were reviewed")]
    body = mail.outbox[0].body
    assert "Wings: 2 approved, 1 rejected. You can read the reason" in body


@pytest.mark.usefixtures("rita")
def test_a_judge_run_that_stops_by_itself_is_told_once(project):
    batch = world.live_batch(project, world.dataset(project, items=1), title="Wings")
    run = JudgeRun.objects.create(
        batch=batch, name="Run", model="m", rubric_sha256="0" * 64, state="paused"
    )
    assert tell_of_stopped_runs() == 0
    JudgeRun.objects.filter(pk=run.pk).update(stopped_because="The key was refused.")
    assert [tell_of_stopped_runs() for _minute in range(2)] == [1, 0]
    assert mailed() == [("rita@example.org", "A judge run has stopped")]
    assert "Run on Wings has stopped: The key was refused." in mail.outbox[0].body


def test_money_that_leaves_is_told_to_all_researchers(project, rita, ann):
    with_address(world.owner(project))
    batch = world.live_batch(project, world.dataset(project, items=1), title="Wings")
    answer = world.rate(ann, batch)
    approve_assignments(batch=batch, ids=[answer.pk], by=None)
    for _again in range(2):
        record_payouts(project=project, name="list-1", by=rita)
    assert sorted(mailed()) == [
        ("olga@example.org", "Moths: 0.05 USD paid out"),
        ("rita@example.org", "Moths: 0.05 USD paid out"),
    ]
    assert "The payout list list-1 pays 1 person 0.05 USD:" in mail.outbox[0].body


def tell(user, subject="batch:1", kind="batch_done") -> int:
    people = User.objects.filter(pk=user.pk)
    return send(kind=kind, subject=subject, to=people, values={"batch": "Wings"}, path="/admin/")


def test_whoever_switched_it_off_or_has_no_address_is_not_told(rita, ann):
    NoticeSettings.objects.update_or_create(user=rita, defaults={"off": ["objection"]})
    assert [tell(rita), tell(rita, kind="objection")] == [1, 0]
    assert tell(world.second_annotator()) == 0
    User.objects.filter(pk=ann.pk).update(is_active=False)
    assert tell(ann) == 0


def test_without_a_mail_server_nothing_is_stored(settings, rita):
    settings.EMAIL_URL = ""
    assert (tell(rita), Notice.objects.count()) == (0, 0)


def test_a_mail_is_in_its_readers_language(rita):
    NoticeSettings.objects.update_or_create(user=rita, defaults={"language": "de"})
    tell(rita)
    assert mailed() == [("rita@example.org", "Wings ist fertig")]


def test_what_was_stored_and_not_sent_is_sent_for_again(rita):
    tell(rita)
    assert send_late() == 0
    Notice.objects.update(created_at=timezone.now() - timedelta(hours=1))
    assert send_late() == 1
    mailed()
    assert send_late() == 0


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_every_kind_has_words_in_every_language(rita, language):
    values = {
        "batch": "B", "run": "R", "reason": "Because.", "project": "P", "name": "L", "people": 2,
        "total": "1.00", "currency": "USD", "approved": 1, "rejected": 2, "granted": True,
        "answer": "A", "pseudonym": "R-ABC234", "days": 30, "webhook": "W", "gone": False,
        "event": "code_used", "at": "2026-03-01T12:00:00+00:00", "left": 2, "address": "a@example.org",
    }  # fmt: skip
    NoticeSettings.objects.update_or_create(user=rita, defaults={"language": language})
    for kind in KINDS:
        people = User.objects.filter(pk=rita.pk)
        send(kind=kind, subject="x", to=people, values=values, path="/work/")
    assert len(mailed()) == len(KINDS)
    assert all("%(" not in message.subject + message.body for message in mail.outbox)


def test_a_person_switches_notices_and_gives_an_address(client, project):
    ann = world.annotator()
    client.force_login(ann)
    page = client.get("/notices/").content.decode()
    assert "My appeal is decided" in page
    assert "A batch is done" not in page
    form = {"on": ["decision"], "language": "es", "email": "ann@example.org"}
    asked = client.post("/notices/", form)
    assert asked["Location"] == "/accounts/second-factor/password/?next=%2Fnotices%2F"
    ann.refresh_from_db()
    assert ann.email == ""
    back = client.post(asked["Location"], {"password": world.PASSWORD})
    page = client.get(back["Location"]).content.decode()
    assert 'value="ann@example.org"' in page
    assert client.post("/notices/", form)["Location"] == "/notices/"
    ann.refresh_from_db()
    chosen = ann.notice_settings
    assert (ann.email, chosen.off, chosen.language) == (
        "ann@example.org",
        ["erasure", "message_answered", "objection_answered"],
        "es",
    )
    unchanged = {"on": ["decision"], "language": "de", "email": "ann@example.org"}
    assert client.post("/notices/", unchanged).status_code == 302
    with_switch = [name for name, kind in KINDS.items() if not kind.always]
    assert [kind.name for kind in kinds_for(world.researcher(project))] == with_switch


def test_a_switch_that_is_not_on_the_page_stays(client):
    ann = world.annotator()
    NoticeSettings.objects.create(user=ann, off=["batch_done"])
    client.force_login(ann)
    client.post("/notices/", {"on": [], "language": "en", "email": ""})
    ann.refresh_from_db()
    assert ann.notice_settings.off == [
        "batch_done",
        "decision",
        "erasure",
        "message_answered",
        "objection_answered",
    ]


def test_the_language_of_the_first_sign_in_is_noted():
    ann = world.annotator()
    form = {"login": "ann", "password": world.PASSWORD}
    for language in ("de", "es"):
        Client().post("/accounts/login/", form, headers={"accept-language": language})
    assert ann.notice_settings.language == "de"
