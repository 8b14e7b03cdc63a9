"""Tests of downloading and deleting a person's data. Numbers and the ledger do not change."""

import csv
import io
import zipfile
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from hits.exports import ExportChoice
from hits.exports.snapshots import make_snapshot
from hits.messages import write_to_researchers
from hits.models import Answer, Draft, Enrolment, ExportSnapshot, Message
from hits.personal_data.retention import announce_due, take_back_of_active
from hits.review.decisions import approve_assignments
from payments.paying import earned
from people.models import Act, Erasure, Project, Session, User
from people.personal_data.archive import archive_pieces
from people.personal_data.erasing import (
    NotErasable,
    ask_erasure,
    may_erase,
    perform_erasure,
    stop_erasure,
)
from people.pool import add_to_pool
from recruiting.models import PanelPerson, Sitting
from tests import world
from tests.pages import signed_in, words
from tests.verified import broken_promises

pytestmark = pytest.mark.django_db
WORDS = world.GOOD | {"feedback": "Ada wrote =this."}


@pytest.fixture
def ada() -> User:
    """An annotator with responses, pay, panel ids, messages and a draft."""
    user = world.person("ada", email="ada@example.org", first_name="Ada")
    batch = world.live_batch(world.project(name="Moths"))
    done = world.rate(user, batch, WORDS)
    approve_assignments(batch=batch, ids=[done.pk], by=None)
    claimed = world.claim(user, batch)
    Draft.objects.create(assignment=claimed, data={"feedback": "half"})
    part = Enrolment.objects.get(annotator=user)
    part.outside_ids, part.completion_code = {"pid": "P1"}, "CODE"
    part.completed_at = timezone.now()
    part.save(update_fields=["outside_ids", "completion_code", "completed_at"])
    Sitting.objects.create(enrolment=part, channel="panel-1", session="S1", outside_ids={"p": "P1"})
    PanelPerson.objects.create(
        project=batch.project, panel_name="Other", outside_id="P1", user=user
    )
    write_to_researchers(enrolment_id=part.pk, annotator=user, text="I am Ada.")
    add_to_pool(project=batch.project, users=[user], by=None)
    return user


def erase(user: User, *, texts: bool = True) -> Erasure:
    erasure = ask_erasure(
        user=user, origin="owner", texts=texts, by=None, at=timezone.now() - timedelta(seconds=1)
    )
    assert perform_erasure(erasure_id=erasure.pk) is True
    assert perform_erasure(erasure_id=erasure.pk) is False
    erasure.refresh_from_db()
    return erasure


def everything_about(user: User) -> str:
    """Return, as text, all rows of the tables that can contain the user's name."""
    rows = [
        *User.objects.filter(pk=user.pk).values("username", "email", "first_name", "last_name"),
        *Enrolment.objects.filter(annotator=user).values(),
        *Sitting.objects.values(),
        *PanelPerson.objects.values(),
        *Message.objects.values(),
        *Answer.objects.values(),
        *Act.objects.values(),
        *Draft.objects.values(),
    ]
    return str(rows)


def test_what_identifies_them_is_gone_and_numbers_and_ledger_are_whole(ada):
    project = Project.objects.get(name="Moths")
    Act.objects.create(
        verb="merged", subject_type="people.user", subject_id=ada.pk, subject_name="ada",
        project=project, before={"two persons": "ada, guest-x"}, after={"one person": "ada"},
    )  # fmt: skip
    numbers = list(Answer.objects.filter(number__gte=0).values_list("key", "number"))
    money = earned(project=project, annotator=ada)
    erasure = erase(ada)
    text = everything_about(ada)
    for name in ("ada@example.org", "'ada'", "ada, ", "Ada", "P1'", "'S1", "CODE", "half"):
        assert name not in text, name
    assert list(Answer.objects.filter(number__gte=0).values_list("key", "number")) == numbers
    assert earned(project=project, annotator=ada) == money
    ada.refresh_from_db()
    assert (ada.is_active, ada.has_usable_password(), ada.email) == (False, False, "")
    assert erasure.gone["answers in words"] == 1
    assert Act.objects.filter(verb="erased", project=project).count() == 1
    assert broken_promises() == set()


def test_free_texts_stay_unless_they_are_chosen(ada):
    erase(ada, texts=False)
    assert Answer.objects.get(text__gt="").text == "Ada wrote =this."
    ada.refresh_from_db()
    assert Message.objects.get().text == f"I am {ada.username}."


def test_stored_exports_lose_the_rows_and_name_them(ada):
    batch = Enrolment.objects.get().batch
    done = batch.assignments.get(state="approved")
    other = world.rate(world.second_annotator(), batch)
    before = make_snapshot(batch=batch, choice=ExportChoice(), by=None)
    erase(ada)
    before.refresh_from_db()
    after = ExportSnapshot.objects.get(replaces=before)
    assert (before.file, after.erased, after.rows) == ("", [done.pk], before.rows - 1)
    assert after.sha256 != before.sha256
    assert other.pk not in after.erased


def test_they_log_in_no_more(ada):
    client = signed_in(ada)
    assert client.get("/work/").status_code == 200
    erase(ada)
    assert client.get("/work/").status_code == 302
    assert not Session.objects.filter(user=ada).exists()


@pytest.mark.usefixtures("ada")
def test_nothing_else_may_change_answers_and_acts():
    for model in (Answer, Act):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            field = "text" if model is Answer else "subject_name"
            model.objects.update(**{field: ""})


def test_the_download_has_it_all_and_no_system(ada):
    archive = zipfile.ZipFile(io.BytesIO(b"".join(archive_pieces(ada))))
    names = set(archive.namelist())
    assert {"README.txt", "account.csv", "answers.csv", "messages.csv", "money.csv"} <= names
    tables = {name: archive.read(name).decode() for name in names}
    answers = list(csv.DictReader(io.StringIO(tables["answers.csv"])))
    assert {row["question"] for row in answers} == set(WORDS)
    assert "ada@example.org" in tables["account.csv"]
    assert "P1" in tables["panel-ids.csv"]
    whole = "".join(tables.values())
    assert "Heron" not in whole
    assert "item-1" not in whole


def test_the_person_asks_confirms_and_takes_back(ada):
    client = signed_in(ada)
    assert "Deleted" in words(client.get(reverse("your_data")))
    client.post(reverse("erase_data"), {})
    assert not Erasure.objects.exists()
    client.post(reverse("erase_data"), {"sure": "yes", "texts": "yes"})
    erasure = Erasure.objects.get()
    assert (erasure.origin, erasure.texts) == ("person", True)
    assert timedelta(days=29) < erasure.due_at - timezone.now() < timedelta(days=31)
    assert perform_erasure(erasure_id=erasure.pk) is False  # not due
    client.post(reverse("keep_data"))
    erasure.refresh_from_db()
    assert erasure.waits is False
    assert stop_erasure(user=ada, by=ada) is False
    answer = client.get(reverse("download_data"))
    assert b"".join(answer.streaming_content)[:2] == b"PK"


@pytest.mark.usefixtures("ada")
def test_an_owner_erases_with_the_pseudonym_typed():
    part = Enrolment.objects.select_related("batch__project").get()
    project = part.batch.project
    page = reverse("admin:erase_person", args=[part.pk])
    desk = signed_in(world.owner(project))
    assert "Type the person’s pseudonym" in words(desk.post(page, {"pseudonym": "wrong"}))
    assert not Erasure.objects.exists()
    assert desk.post(page, {"pseudonym": part.pseudonym, "texts": "yes"}).status_code == 302
    assert perform_erasure(erasure_id=Erasure.objects.get().pk) is True
    assert "Deleted on" in words(desk.get(page))
    assert signed_in(world.researcher(project)).get(page).status_code == 403


def test_an_owner_of_one_project_does_not_erase_who_works_in_two(ada):
    project = Project.objects.get(name="Moths")
    owner = world.owner(project)
    assert may_erase(owner, ada) is True
    world.claim(ada, world.live_batch(world.project(name="Lichens")))
    assert may_erase(owner, ada) is False
    page = reverse("admin:erase_person", args=[Enrolment.objects.order_by("pk").first().pk])
    assert signed_in(owner).post(page, {"pseudonym": "x"}).status_code == 403


def test_who_has_a_role_is_not_erased():
    project = world.project()
    with pytest.raises(NotErasable, match="Anyone with a role in a project"):
        ask_erasure(user=world.researcher(project), origin="person", texts=False, by=None)


def test_after_the_months_of_their_projects_it_is_announced_then_done_unless_they_come_back(ada):
    long_ago = timezone.now() - timedelta(days=400)
    User.objects.filter(pk=ada.pk).update(date_joined=long_ago, last_login=None)
    Enrolment.objects.update(created_at=long_ago)
    ada.assignments.update(accepted_at=long_ago)
    assert announce_due() == 0  # the project keeps data for good
    Project.objects.filter(name="Moths").update(retention_months=12)
    assert [announce_due(), announce_due()] == [1, 0]
    erasure = Erasure.objects.get()
    assert (erasure.origin, erasure.texts) == ("retention", False)
    desk = signed_in(world.owner(Project.objects.get(name="Moths")))
    assert "We delete the data automatically on" in words(desk.get("/admin/"))
    assert take_back_of_active() == 0
    User.objects.filter(pk=ada.pk).update(last_login=timezone.now())
    assert take_back_of_active() == 1
