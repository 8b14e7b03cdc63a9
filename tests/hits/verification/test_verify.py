"""Tests of `manage.py verify` and `reconcile`: they find nothing in a sound database, and name each
planted problem."""

import io
import json
from contextlib import contextmanager
from decimal import Decimal

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from hits.batches.publishing import close_batch, publish_batch
from hits.models import HIT, Answer, Assignment, Batch, Draft, DraftVersion, Enrolment
from hits.money.bonuses import pay_bonus, pay_goodwill
from hits.queue.claiming import prefetch_assignment
from hits.queue.releasing import expire, return_assignment
from hits.review.decisions import approve_assignments, overturn_rejections, reject_assignments
from hits.verification import verify
from payments.models import Account, Entry, Transaction
from payments.paying import pay_out
from payments.reversals import reverse_transaction
from stimuli.models import Item, ItemMedium, Medium, Output, OutputMedium
from tests import world

pytestmark = pytest.mark.django_db
PICTURE = b"not really a picture"


@contextmanager
def unguarded():
    """Disable triggers, and with them foreign keys and append-only rules, as if someone edited the
    database by hand."""
    with connection.cursor() as cursor:
        cursor.execute("set constraints all immediate")
        cursor.execute("set session_replication_role = replica")
        yield
        cursor.execute("set session_replication_role = origin")


def drop(table: str, name: str, kind: str = "constraint") -> None:
    with connection.cursor() as cursor:
        cursor.execute("set constraints all immediate")
        cursor.execute(
            f"drop index {name}"
            if kind == "index"
            else f"alter table {table} drop constraint {name}"
        )


def found(**options) -> dict[str, list[str]]:
    """Return the examples of problems that `verify` found, by the name of the check."""
    return {one.check.name: list(one.examples) for one in verify(**options) if one.count}


@pytest.fixture(autouse=True)
def media(settings, tmp_path):
    """A separate media folder with the file of the image that `tests.world` uses."""
    settings.MEDIA_ROOT = tmp_path
    default_storage.save(Medium(sha256="ab" * 32).storage_name, ContentFile(PICTURE))


@pytest.fixture
def study(module_study, db):
    return Batch.objects.get(pk=module_study.pk)


@pytest.fixture(scope="module")
def module_study(module_rows):
    """A project in which every kind of event has happened at least once."""
    owner = world.project(money="50.00", name="Study")
    batch = world.live_batch(owner, world.dataset(owner, items=4), annotators_per_hit=2)
    ann, ben = world.annotator(), world.second_annotator()
    approved, rejected, overturned, _waiting = (world.rate(ann, batch) for _turn in range(4))
    approve_assignments(batch=batch, ids=[approved.pk], by=None)
    reject_assignments(batch=batch, ids=[rejected.pk, overturned.pk], reason="Empty.", by=None)
    overturn_rejections(batch=batch, ids=[overturned.pk], by=None)
    returned = world.claim(ben, batch)
    return_assignment(annotator=ben, assignment_id=returned.pk)
    expired = world.claim(ben, batch)
    expire(assignment=expired)
    world.claim(ben, batch)
    bonus = Assignment.objects.get(pk=approved.pk)
    pay_bonus(assignment=bonus, amount=Decimal(2), reason="Good.", key="k")
    pay_goodwill(project=owner, annotator=ben, amount=Decimal(1), reason="Sorry.", key="k")
    pay_out(project=owner, annotator=ann, amount=Decimal("2.10"), key="may")
    reverse_transaction(transaction_id=Transaction.objects.get(kind="payout").pk, reason="Bounced.")
    closed = world.live_batch(owner, batch.dataset)
    late = world.rate(ann, closed)
    claimed = world.claim(ann, closed)
    close_batch(batch_id=closed.pk)
    return_assignment(annotator=ann, assignment_id=claimed.pk)
    reject_assignments(batch=closed, ids=[late.pk], reason="Empty.", by=None)
    publish_batch(batch_id=world.draft_batch(owner, batch.dataset).pk)  # its HITs are not made yet
    return batch


def one(state: str) -> Assignment:
    return Assignment.objects.filter(state=state, batch__state="live").order_by("pk").first()


@pytest.mark.usefixtures("study")
def test_a_sound_database_passes_every_check():
    assert found() == {}
    call_command("verify", stdout=(out := io.StringIO()))
    assert {line[:5] for line in out.getvalue().splitlines()} == {"OK   "}


def untouched() -> HIT:
    """Return a HIT of the live batch without annotators."""
    return (
        HIT.objects.filter(batch__state="live")
        .exclude(assignments__annotator__isnull=False)
        .first()
    )


def plant_over_assigned(batch):
    hit, now = untouched(), timezone.now()
    for name in ("carl", "dora", "emil"):
        user = world.person(name)
        enrolment = Enrolment.objects.create(batch=batch, annotator=user, pseudonym=name, claims=1)
        times = {"accepted_at": now, "deadline_at": now}
        Assignment.objects.create(
            hit=hit, batch=batch, position=hit.position, state="claimed", annotator=user, enrolment=enrolment, sequence=1,
            **times,
        )  # fmt: skip
    return f"HIT {hit.pk}: 3 of 2"


def plant_nobody_twice(_batch):
    drop("hits_assignment", "assignment_hit_annotator_once", "index")
    done, other = one("submitted"), one("approved")
    Assignment.objects.filter(pk=other.pk).update(hit=done.hit_id)
    first, second = sorted([done.pk, other.pk])
    return f"HIT {done.hit_id}, person {done.annotator_id}: assignments {first}, {second}"


def plant_one_claimed(batch):
    drop("hits_assignment", "assignment_one_claimed", "index")
    claimed = one("claimed")
    free = Assignment.objects.filter(batch=batch, state="free").exclude(hit=claimed.hit_id).first()
    Assignment.objects.filter(pk=free.pk).update(
        state="claimed",
        annotator=claimed.annotator_id,
        enrolment=claimed.enrolment_id,
        sequence=99,
        accepted_at=claimed.accepted_at,
        deadline_at=claimed.deadline_at,
    )
    first, second = sorted([claimed.pk, free.pk])
    return f"batch {batch.pk}, person {claimed.annotator_id}: assignments {first}, {second}"


def plant_prefetched_unbegun(_batch):
    claimed = one("claimed")
    following = prefetch_assignment(annotator=claimed.annotator, assignment_id=claimed.pk)
    Draft.objects.create(assignment=following, data={"coverage": "1"})
    return f"assignment {following.pk}"


def plant_assignments(_batch):
    hit = untouched()
    hit.assignments.first().delete()
    return f"HIT {hit.pk}: 1 assignments instead of 2"


def plant_reopened_once(_batch):
    ended = one("rejected")
    Assignment.objects.create(hit_id=ended.hit_id, batch_id=ended.batch_id, position=ended.position)
    return f"HIT {ended.hit_id}: 3 assignments instead of 2"


def plant_hits_made(batch):
    Batch.objects.filter(pk=batch.pk).update(hits_planned=9)
    return f"batch {batch.pk}: 8 of 9"


def plant_closed_has_nothing_free(_batch):
    withdrawn = Assignment.objects.filter(state="withdrawn").first()
    Assignment.objects.filter(pk=withdrawn.pk).update(state="free")
    return f"assignment {withdrawn.pk}"


def plant_same_batch(_batch):
    free = one("free")
    Assignment.objects.filter(pk=free.pk).update(position=free.position ^ 1)
    return f"assignment {free.pk}"


def plant_claims_counted(_batch):
    claimed = one("claimed")
    Enrolment.objects.filter(pk=claimed.enrolment_id).update(claims=1)
    return f"enrolment {claimed.enrolment_id}"


def plant_rubric_shown(_batch):
    done = one("submitted")
    Assignment.objects.filter(pk=done.pk).update(rubric_sha256="0" * 64)
    return f"assignment {done.pk}"


def plant_expiry_runs(_batch):
    claimed = one("claimed")
    Assignment.objects.filter(pk=claimed.pk).update(
        deadline_at=timezone.now() - timezone.timedelta(hours=1)
    )
    return f"assignment {claimed.pk}"


def plant_extended_within_terms(_batch):
    claimed = one("claimed")
    Assignment.objects.filter(pk=claimed.pk).update(extended=11)
    return f"assignment {claimed.pk}: 11 of 10"


def plant_publishing_runs(_batch):
    stuck = Batch.objects.get(state="publishing")
    Batch.objects.filter(pk=stuck.pk).update(publish_error="The disk is full.")
    return f"batch {stuck.pk}: The disk is full."


def plant_answers_complete(_batch):
    done = one("approved")
    with unguarded():
        Answer.objects.filter(assignment=done, key__in=["syntax", "coverage"]).delete()
    return f"assignment {done.pk} lacks coverage, syntax"


def plant_answers_known(_batch):
    done = one("submitted")
    Answer.objects.create(assignment=done, key="charm", number=1)
    return f"assignment {done.pk} has charm"


def plant_answers_of_submitted_only(_batch):
    claimed = one("claimed")
    Answer.objects.create(assignment=claimed, key="syntax", number=1)
    return f"assignment {claimed.pk} (claimed)"


def plant_drafts_still_wanted(_batch):
    done = one("submitted")
    Draft.objects.create(assignment=done)
    DraftVersion.objects.create(assignment=done, revision=1, saved_at=timezone.now())
    return f"assignment {done.pk} (submitted)"


def plant_transactions_balance(_batch):
    goodwill = Transaction.objects.get(kind="goodwill")
    with unguarded():
        goodwill.entries.filter(amount__gt=0).delete()
    return f"transaction {goodwill.pk} (goodwill:k): -1.00"


def plant_one_project(_batch):
    other = Account.objects.create(project=world.project(money="0"), kind="balance")
    goodwill = Transaction.objects.get(kind="goodwill")
    with unguarded():
        goodwill.entries.filter(amount__lt=0).update(account=other)
    return f"transaction {goodwill.pk} (goodwill:k)"


def plant_escrow(batch):
    free = one("free")
    with unguarded():
        Assignment.objects.filter(pk=free.pk).delete()
    return f"Study, escrow of batch {batch.pk}: 0.84 instead of 0.78 USD"


def plant_accounts(_batch):
    goodwill = Transaction.objects.get(kind="goodwill")
    with unguarded():
        Transaction.objects.filter(pk=goodwill.pk).update(kind="refund")
    return "Study, earnings of ben: 1.00 instead of 0.00 USD"


def plant_approved_paid_once(_batch):
    done = one("approved")
    with unguarded():
        paid = Transaction.objects.get(assignment=done, kind="approval")
        paid.entries.all().delete()
        paid.delete()
    return f"assignment {done.pk}: 0 instead of 0.05"


def plant_nothing_overspent(_batch):
    project = Batch.objects.first().project
    own = Account.objects.get(project=project, kind="balance")
    outside = Account.objects.get(project=project, kind="outside")
    odd = Transaction.objects.create(project=project, kind="deposit", key="odd")
    Entry.objects.create(transaction=odd, account=own, amount=Decimal(-100))
    Entry.objects.create(transaction=odd, account=outside, amount=Decimal(100))
    claimed = sum(Entry.objects.filter(account=own).values_list("amount", flat=True))
    return f"account {own.pk} (balance): {claimed}"


def plant_amendments_set_aside(batch):
    added = {"kind": "annotators", "details": {"annotators": 1}, "hits": 0, "assignments": 1}
    amendment = batch.amendments.create(key="odd", cost=Decimal("0.06"), **added)
    return f"amendment {amendment.pk}: 0 instead of 0.06"


def plant_reversals_mirror(_batch):
    reversal = Transaction.objects.get(kind="reversal")
    with unguarded():
        for entry in reversal.entries.all():
            Entry.objects.filter(pk=entry.pk).update(amount=entry.amount * 2)
    return f"transaction {reversal.pk} ({reversal.key})"


def plant_counted_submissions(_batch):
    enrolment = Enrolment.objects.order_by("pk").first()
    Enrolment.objects.filter(pk=enrolment.pk).update(submitted=enrolment.submitted + 2)
    return f"enrolment {enrolment.pk}: {enrolment.submitted + 2} instead of {enrolment.submitted}"


def plant_counted_returns(_batch):
    enrolment = Enrolment.objects.order_by("pk").first()
    Enrolment.objects.filter(pk=enrolment.pk).update(returned=enrolment.returned + 2)
    return f"enrolment {enrolment.pk}: {enrolment.returned + 2} instead of {enrolment.returned}"


def plant_media_there(_batch):
    medium = Medium.objects.get()
    default_storage.delete(medium.storage_name)
    return f"medium {medium.pk} (): no file {medium.storage_name}"


def plant_media_without_row(_batch):
    default_storage.save("media/cd/" + "cd" * 32, ContentFile(b"x"))
    return "file media/cd/" + "cd" * 32


def plant_files_left_over(_batch):
    default_storage.save("imports/abc/table.csv", ContentFile(b"x"))
    return "file imports/abc/table.csv"


def plant_media_shown_nowhere(batch):
    medium = Medium.objects.create(project=batch.project, url="https://example.org/unused.png")
    return f"medium {medium.pk} (https://example.org/unused.png)"


PLANTS = {
    name.removeprefix("plant_"): plant
    for name, plant in list(globals().items())
    if name.startswith("plant_")
}


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_violation_is_named(study, name):
    phrase = PLANTS[name](study)
    assert phrase in found()[name]


@pytest.mark.usefixtures("study")
def test_every_check_has_a_planted_violation():
    names = {one.check.name for one in verify(hashes=True)}
    assert names - set(PLANTS) == {
        "order_balance",
        "media_unchanged",
        "place_balance",
        "checks_never_free",
        "checks_paid_for",
        "gold_apart",
        "retest_of_own",
    }  # each has a test of its own, here, in test_designs.py or in test_gold_verify.py


def test_an_order_shown_too_often_is_a_warning(study):
    owner = study.project
    data = world.dataset(owner, items=4)
    data.items.update(fields={"instruction": "Describe it."})
    pairs = world.live_batch(owner, data, rubric=world.version("instruction-following-pair"))
    assert found() == {}
    Assignment.objects.filter(batch=pairs).update(shown_order="ab")
    assert found() == {"order_balance": [f"batch {pairs.pk}, Heron and Moss: 4 and 0"]}
    call_command("verify", stdout=(out := io.StringIO()))  # and no exit
    assert (
        "WARN  order_balance (violations: 1): Each pair of systems is shown in both orders"
        in out.getvalue()
    )


@pytest.mark.usefixtures("study")
def test_changed_bytes_are_found_only_when_asked():
    medium = Medium.objects.get()
    assert found() == {}
    assert found(hashes=True) == {
        "media_unchanged": [f"medium {medium.pk} (): the bytes have another hash"]
    }
    Medium.objects.update(size=5)
    assert found() == {"media_there": [f"medium {medium.pk} (): {len(PICTURE)} bytes instead of 5"]}


def test_media_of_outputs_and_their_copies_are_verified_like_any_file(study):
    copy = "ef" * 32
    medium = Medium.objects.create(
        project=study.project, sha256="cd" * 32, size=1, clean_sha256=copy, clean_size=3
    )
    default_storage.save(medium.storage_name, ContentFile(b"x"))
    lost = f"medium {medium.pk} (): no file media/ef/{copy}"
    unused = f"medium {medium.pk} ({medium})"
    assert found() == {"media_there": [lost], "media_shown_nowhere": [unused]}
    OutputMedium.objects.create(output=Output.objects.earliest("pk"), medium=medium)
    default_storage.save(f"media/ef/{copy}", ContentFile(b"abc"))
    assert found() == {}
    changed = f"medium {medium.pk} (): the bytes have another hash"
    assert found(hashes=True)["media_unchanged"][1:] == [changed, changed]


@pytest.mark.usefixtures("study")
def test_what_a_medium_shows_stays():
    with pytest.raises(IntegrityError), transaction.atomic():
        Medium.objects.update(clean_sha256="ef" * 32, clean_size=3)


def test_missing_answers_of_lists_are_found():
    owner = world.project()
    data = world.dataset(owner, items=3, systems=("Heron",))
    for number, item in enumerate(data.items.order_by("pk"), 1):
        Item.objects.filter(pk=item.pk).update(
            fields={"key_points": [f"Point {n}" for n in range(number)]}
        )
    ItemMedium.objects.filter(item__dataset=data).delete()
    batch = world.live_batch(owner, data, rubric=world.version("key-points"))
    ann = world.annotator()
    for _turn in range(3):
        count = len((claimed := world.claim(ann, batch)).hit.item.fields["key_points"])
        answers = {
            f"key_point.{n}.{key}": value
            for n in range(1, count + 1)
            for key, value in KEY_POINT.items()
        }
        assert world.rate(ann, batch, answers).pk == claimed.pk
    assert "answers_complete" not in found()
    assert "answers_known" not in found()
    done = Assignment.objects.get(batch=batch, hit__item__external_id="item-3")
    with unguarded():
        Answer.objects.filter(assignment=done, key="key_point.3.mentioned").delete()
    assert found()["answers_complete"] == [f"assignment {done.pk} lacks key_point.3.mentioned"]


KEY_POINT = {"mentioned": "0", "reason": "It is left out."}


def test_the_first_twenty_are_named_and_the_exit_code_is_one(study):
    for number in range(25):
        Answer.objects.create(assignment=one("submitted"), key=f"odd_{number}", number=1)
        Assignment.objects.create(hit=one("free").hit, batch=study, position=number)
    with pytest.raises(SystemExit) as ended:
        call_command("verify", stdout=(out := io.StringIO()))
    assert ended.value.code == 1
    assert "WRONG same_batch (violations: 25): Every assignment has the batch" in out.getvalue()
    assert "        and 5 more\n      What to do: Correct these three columns" in out.getvalue()


def test_json_holds_the_same(study):
    Batch.objects.filter(pk=study.pk).update(hits_planned=9)
    with pytest.raises(SystemExit):
        call_command("verify", "--json", stdout=(out := io.StringIO()))
    report = json.loads(out.getvalue())
    assert report["ok"] is False
    assert [one["name"] for one in report["checks"] if one["count"]] == ["hits_made"]


@pytest.mark.usefixtures("study")
def test_reconcile_prints_every_account_and_zero():
    call_command("reconcile", stdout=(out := io.StringIO()))
    lines = out.getvalue().splitlines()
    assert lines[0] == "Study (USD)"
    assert len(lines) == 2 + Account.objects.count()
    assert [line.rsplit(" ", 1)[1] for line in lines[1:-1]] == ["0.00"] * Account.objects.count()


def test_reconcile_exits_with_one_and_shows_the_difference(study):
    free = one("free")
    with unguarded():
        Assignment.objects.filter(pk=free.pk).delete()
    with pytest.raises(SystemExit) as ended:
        call_command("reconcile", stdout=(out := io.StringIO()))
    assert ended.value.code == 1
    assert f"escrow of batch {study.pk}" in next(
        line for line in out.getvalue().splitlines() if "  0.84" in line
    )
    assert out.getvalue().splitlines()[-1].endswith(" accounts, 2 with a difference")
