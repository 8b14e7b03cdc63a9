"""Tests that a person's names are gone after deletion. Names are put into every text column, then
searched for in all tables, files, log lines and Valkey."""

import json
import logging
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest
import redis
from django.apps import apps
from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import IntegrityError, connection, transaction
from django.db.models import JSONField
from django.utils import timezone

from hits.exports import ExportChoice
from hits.exports.snapshots import make_snapshot
from hits.messages import answer_annotator, write_to_researchers
from hits.models import Enrolment, Message
from hits.money.bonuses import pay_bonus, pay_goodwill
from hits.review.decisions import approve_assignments
from payments.models import Entry, Transaction
from payments.posting import deposit
from people.models import Act, Invitation, User
from people.personal_data.erasing import swept_columns
from people.personal_data.keepers import keepers
from people.personal_data.names import Names, is_telling
from people.tokens.granting import make_token
from recruiting.links.joining import join_by_link
from recruiting.links.making import LinkTerms, make_link
from recruiting.merging import merge_people
from recruiting.models import Guest, PanelPerson, Sitting
from tests import world
from tests.api.program import Program
from tests.people.personal_data.test_erasing import erase
from tests.verified import broken_promises

pytestmark = pytest.mark.django_db
MARK = "zq7731"  # in every name of the person, and in nothing else
USERNAME, ADDRESS = f"quilla-{MARK}", f"quilla.{MARK}@example.org"
PID, LABEL = f"5f1a{MARK}bc0d9e", f"WORKER{MARK}QX"
FIRST, LAST = f"Quilla{MARK}", f"Zandt{MARK}"
NAMES = (USERNAME, ADDRESS, PID, LABEL, f"{FIRST} {LAST}")


@pytest.fixture
def batch():
    return world.live_batch(world.project(name="Moths"), world.dataset(world.project(), items=2))


@pytest.fixture
def quilla(batch) -> User:
    """An annotator with a personal link, a panel id, an approved response and pay."""
    user = world.person(USERNAME, email=ADDRESS, first_name=FIRST, last_name=LAST)
    done = world.rate(user, batch, world.GOOD | {"feedback": f"I am {FIRST}."})
    approve_assignments(batch=batch, ids=[done.pk], by=None)
    link = Invitation.objects.create(
        project=batch.project, batch=batch, label=LABEL, key="k", token_sha256="0" * 64,
        expires_at=timezone.now(), created_by=world.owner(batch.project),
    )  # fmt: skip
    Guest.objects.create(user=user, invitation=link, key="g", token_sha256="1" * 64)
    part = Enrolment.objects.get(annotator=user)
    Sitting.objects.create(enrolment=part, channel="panel", session="s", outside_ids={"pid": PID})
    PanelPerson.objects.create(project=batch.project, panel_name="Other", outside_id=PID, user=user)
    return user


def tables_with(text: str) -> dict[str, list[str]]:
    """Return the rows that contain `text`, as strings by table."""
    found = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(
                f'select row::text from "{table}" row where row::text ilike %s', [f"%{text}%"]
            )
            if rows := [row for (row,) in cursor.fetchall()]:
                found[table] = rows
    return found


def files_with(text: str) -> list[str]:
    root = Path(default_storage.location)
    files = (path for path in root.rglob("*") if path.is_file())
    return [path.name for path in files if text.encode() in path.read_bytes() + str(path).encode()]


def valkey_with(text: str) -> list[bytes]:
    with redis.Redis.from_url(settings.REDIS_URL) as valkey:
        keys = list(valkey.scan_iter())
        values = [valkey.dump(key) or b"" for key in keys]
    return [key for key, value in zip(keys, values, strict=True) if text.encode() in key + value]


def planted(field) -> object:
    """Return a value with the person's names, or None if the column is too short."""
    if isinstance(field, JSONField):
        return {"said": f"About {USERNAME}.", PID: [{"to": ADDRESS}, f"{FIRST} {LAST}"]}
    if isinstance(field, ArrayField):
        inner = planted(field.base_field)
        return None if inner is None else [inner]
    text = f"({LABEL}), <{ADDRESS.upper()}>; {PID}\n{FIRST} {LAST} {USERNAME}: yes"
    return next((each for each in (text, USERNAME) if fits(field, each)), None)


def fits(field, text: str) -> bool:
    return field.max_length is None or len(text) <= field.max_length


EMPTY = {"boolean": False, "jsonb": "{}", "uuid": "0" * 32, "bytea": b"", "date": "2026-01-01"}


def insert(model, values: dict[str, object]) -> None:
    """Insert a row with these values, and fill the other required columns."""
    table = model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(
            "select column_name, data_type from information_schema.columns where table_name = %s"
            " and is_nullable = 'NO' and column_default is null and is_identity = 'NO'",
            [table],
        )
        row = {name: filled(kind) for name, kind in cursor.fetchall()} | values
        columns = ", ".join(f'"{name}"' for name in row)
        places = ", ".join(["%s"] * len(row))
        cursor.execute(f'insert into "{table}" ({columns}) values ({places})', list(row.values()))


def filled(kind: str) -> object:
    if kind.startswith("timestamp"):
        return "2026-01-01T00:00:00Z"
    if kind.startswith("character") or kind in {"text", "ARRAY"}:
        return "{}" if kind == "ARRAY" else ""
    return EMPTY.get(kind, 0)


def without_constraints() -> None:
    """Let tables accept any row until the end of the test's transaction."""
    with connection.cursor() as cursor:
        cursor.execute("set constraints all immediate")
        cursor.execute("set local session_replication_role = replica")
        cursor.execute(
            "select conrelid::regclass::text, conname from pg_constraint where contype in ('c', 'f')"
            " and connamespace = 'public'::regnamespace and conrelid <> 0"
        )
        for table, name in cursor.fetchall():
            cursor.execute(f'alter table {table} drop constraint "{name}"')


def with_constraints() -> None:
    with connection.cursor() as cursor:
        cursor.execute("set local session_replication_role = origin")


def plant_everywhere() -> Iterator[str]:
    """Insert a row with the names into every model. Yield the columns that now contain a name."""
    for model, fields in swept_columns().items():
        values = {field.column: (field, planted(field)) for field in fields}
        row = {column: (json.dumps(value) if isinstance(field, JSONField) else value)
               for column, (field, value) in values.items() if value is not None}  # fmt: skip
        insert(model, row)
        yield from (f"{model._meta.label}.{values[column][0].name}" for column in row)


@pytest.mark.attack("looking for an erased person in every column")
@pytest.mark.usefixtures("in_folder")
def test_a_name_planted_in_every_column_is_gone(
    quilla, batch, caplog, django_capture_on_commit_callbacks
):
    caplog.set_level(logging.DEBUG)
    make_snapshot(batch=batch, choice=ExportChoice(), by=None)
    assert len(files_with(MARK)) == 1  # her answer in words
    without_constraints()
    columns = set(plant_everywhere())
    with_constraints()
    swept = {
        f"{model._meta.label}.{field.name}"
        for model, fields in swept_columns().items()
        for field in fields
    }
    # Columns that are too short for any name of hers.
    assert swept - columns == set()
    assert {model._meta.db_table for model in swept_columns()} <= set(tables_with(MARK))
    with django_capture_on_commit_callbacks(execute=True):
        erase(quilla)
    assert tables_with(MARK) == {}
    assert files_with(MARK) == []
    assert valkey_with(MARK) == []
    own = [record.getMessage() for record in caplog.records if record.name != "django.db.backends"]
    assert [line for line in own if MARK in line] == []


def test_what_is_left_out_exists_and_is_listed_once():
    """Models and columns that the search leaves out must exist and be listed only once."""
    labels = {model._meta.label for model in apps.get_models()}
    columns = {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.fields
    }
    apart = [name for keeper in keepers() for name in keeper.apart]
    assert len(set(apart)) == len(apart)
    assert set(apart) <= labels | columns


@pytest.mark.attack("reading what researchers wrote about an erased person")
def test_what_researchers_wrote_about_her_names_her_no_more(quilla, batch):
    owner = world.owner(batch.project)
    done = quilla.assignments.get()
    part = Enrolment.objects.get(annotator=quilla)
    write_to_researchers(enrolment_id=part.pk, annotator=quilla, text=f"I am {FIRST}.")
    answer_annotator(enrolment_id=part.pk, text=f"Dear {FIRST}, thank you.", by=owner)
    program = Program(owner)
    bonus = {"amount": "0.50", "reason": f"For {ADDRESS}, who took care."}
    key = {"HTTP_IDEMPOTENCY_KEY": "one"}
    program.made(f"assignments/{done.pk}/bonus", bonus, **key)
    goodwill = {"annotator": USERNAME, "amount": "0.10", "reason": f"{LAST} helped us."}
    program.made(f"projects/{batch.project_id}/goodwill", goodwill, HTTP_IDEMPOTENCY_KEY="two")
    deposit(project=batch.project, amount=Decimal(5), key="d", by=owner, memo=f"For {LABEL}")
    before = list(Entry.objects.order_by("pk").values())
    erase(quilla)
    assert tables_with(MARK) == {}
    name = User.objects.get(pk=quilla.pk).username
    assert list(Message.objects.order_by("pk").values_list("text", flat=True)) == [
        "",
        f"Dear {name}, thank you.",
    ]
    memos = list(Transaction.objects.order_by("pk").values_list("memo", flat=True))
    assert memos[-3:] == [f"For {name}, who took care.", f"{name} helped us.", f"For {name}"]
    assert list(Entry.objects.order_by("pk").values()) == before
    assert broken_promises() == set()


@pytest.mark.attack("reading the name of a token of an erased person")
def test_the_name_of_her_token_is_gone_and_its_acts_are_there(quilla, batch):
    owner = quilla
    batch.project.memberships.create(user=owner, role="owner")
    row, _token = make_token(user=owner, name=f"{FIRST} at home", scopes=["money"], days=1)
    program = Program(owner)
    program.made(f"projects/{batch.project_id}/deposits", {"amount": "5.00"})
    batch.project.memberships.create(user=world.person("other"), role="owner")
    batch.project.memberships.filter(user=owner).delete()
    erase(quilla)
    assert tables_with(MARK) == {}
    act = Act.objects.get(verb="deposited", actor=quilla)
    assert act.token_id not in {None, row.pk}
    assert act.after == {"amount": "5.00"}
    name = User.objects.get(pk=quilla.pk).username
    made = Act.objects.filter(subject_type="people.apitoken", subject_id=row.pk)
    assert list(made.values_list("subject_name", flat=True)) == [name]


def test_free_texts_of_hers_stay_without_her_name_where_they_are_not_chosen(quilla, batch):
    part = Enrolment.objects.get(annotator=quilla)
    write_to_researchers(enrolment_id=part.pk, annotator=quilla, text=f"{FIRST} was here.")
    erase(quilla, texts=False)
    name = User.objects.get(pk=quilla.pk).username
    assert Message.objects.get().text == f"{name} was here."
    assert set(tables_with(MARK)) == {"hits_answer"}
    assert batch.project_id


@pytest.mark.attack("reading the label of the link that an erased person used")
@pytest.mark.parametrize("comes", ["as a guest", "with an account", "and is merged"])
@pytest.mark.parametrize("label", [LABEL, "77310027731"])
def test_the_label_of_a_link_goes_however_its_person_came(batch, comes, label):
    """A label that consists only of digits can be found only through its link."""
    terms = LinkTerms(label=label, address=ADDRESS)
    _link, token = make_link(batch=batch, key="k", by=world.owner(batch.project), terms=terms)
    account = world.person("mia") if comes == "with an account" else None
    person = join_by_link(token=token, user=account).user
    if comes == "and is merged":
        ben = world.second_annotator()
        world.rate(ben, batch)
        owner = world.owner(batch.project)
        merge_people(project=batch.project, goes=person, stays=ben, by=owner)
        person = ben
    erase(person)
    assert tables_with(MARK) == tables_with(label) == {}


@pytest.mark.attack("erasing an account that is named like a word")
def test_words_and_numbers_that_are_also_names_stay_in_what_others_wrote(batch):
    """People cannot change other people's texts by using a word in them as their own name."""
    user = world.person("approved", first_name="May", last_name="12")
    world.rate(user, batch)
    PanelPerson.objects.create(
        project=batch.project, panel_name="x", outside_id="20261123", user=user
    )
    deposit(project=batch.project, amount=Decimal(5), key="d", memo="approved 20261123 in May, 12")
    ben = world.second_annotator()
    done = world.rate(ben, batch)
    pay_bonus(assignment=done, amount=Decimal(1), reason="May was approved.", key="b", by=None)
    pay_goodwill(project=batch.project, annotator=user, amount=Decimal(1), reason="May.", key="g")
    erase(user)
    name = User.objects.get(pk=user.pk).username
    memos = Transaction.objects.order_by("pk").values_list("memo", flat=True)
    assert list(memos)[-3:] == ["approved 20261123 in May, 12", "May was approved.", f"{name}."]


@pytest.mark.attack("changing rows of the ledger")
@pytest.mark.parametrize(
    "change", ["kind='x'", "created_at='2001-01-01'", "token_id=1", "batch_id=null"]
)
def test_a_transaction_changes_nothing_but_its_words_even_in_an_erasure(batch, change):
    row = Transaction.objects.filter(batch=batch).latest("pk")
    with connection.cursor() as cursor:
        for erasing in ("off", "on"):
            cursor.execute("select set_config('rateroom.erasing', %s, true)", [erasing])
            with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
                cursor.execute(f"update payments_transaction set {change} where id = {row.pk}")
        cursor.execute("select set_config('rateroom.erasing', 'off', true)")
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        Transaction.objects.filter(pk=row.pk).update(memo="")


def test_names_are_whole_words_and_the_longest_goes_first():
    names = Names(frozenset({"ada.l@example.org", "Ada", "Ada Lovelace 1"}))
    text = "Ada, adA, Adalbert and Ada Lovelace 1 (ADA.L@EXAMPLE.ORG)"
    assert names.replaced(text, "X", telling_only=False) == "X, adA, Adalbert and X (X)"
    assert names.replaced(text, "X", telling_only=True) == "Ada, adA, Adalbert and X (X)"
    assert Names(frozenset()).replaced(text, "X", telling_only=False) == text
    assert [is_telling(name) for name in ("word", "20261123", "a@b", "5f1abc0d")] == [
        False,
        False,
        True,
        True,
    ]


def test_a_stored_file_of_hers_is_found_where_there_is_one(settings, tmp_path):
    """The tests above rely on `files_with` to find such a file."""
    settings.MEDIA_ROOT = tmp_path
    default_storage.save("exports/1/a.csv", ContentFile(f"x,{PID}\n".encode()))
    assert files_with(MARK) == ["a.csv"]
