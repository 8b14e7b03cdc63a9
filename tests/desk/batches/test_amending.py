"""Tests of the pages that extend a batch, copy it or create a main batch from its pilot."""

from decimal import Decimal

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from desk.amending.forms import TimeForm
from hits.batches.publishing import close_batch
from hits.models import Amendment, Batch
from hits.queue.enrolments import stop_enrolment
from payments.posting import available
from stimuli.imports import perform_import
from stimuli.models import DatasetImport
from tests import world
from tests.pages import signed_in, words
from tests.quality.study import enrolled, go_through
from tests.quality.study import live as trained

pytestmark = pytest.mark.django_db


@pytest.fixture
def project():
    return world.project(money="1.00", name="Moths")


@pytest.fixture
def batch(project):
    return world.live_batch(project, world.dataset(project, items=2, systems=("A",)))


@pytest.fixture
def client(project):
    return signed_in(world.researcher(project))


def amend_path(batch) -> str:
    return f"/admin/hits/batch/{batch.pk}/amend/"


def test_the_cost_is_shown_before_anything_is_added(client, batch):
    form = {"kind": "annotators", "annotators": "2", "key": "k"}
    page = words(client.post(amend_path(batch), form))
    assert "HITs 0 Assignments 4" in page
    assert "Extend batch for $0.24" in page
    assert batch.assignments.count() == 2
    for _click in range(2):
        answer = client.post(amend_path(batch), form | {"confirm": "yes"})
        assert answer["Location"] == f"/admin/hits/batch/{batch.pk}/running/"
    assert (batch.assignments.count(), Amendment.objects.count()) == (6, 1)
    page = words(client.get(f"/admin/hits/batch/{batch.pk}/running/"))
    assert "Amendments More annotators per HIT +2 $0.24" in page
    assert "Annotators per HIT: 2" in page


def test_what_cannot_be_is_said_in_its_form(client, batch):
    left = world.live_batch(batch.project, batch.dataset, sample_rule="count", sample_count=1)
    assert "Items available: 1. They are added in the order of the sample." in words(
        client.get(amend_path(left))
    )
    page = words(client.get(amend_path(batch)))
    assert (
        "No other item of the dataset has an output from every system. Add rows to the dataset "
        "first" in page
    )
    assert "More people" not in page
    assert client.post(amend_path(batch), {"kind": "nothing"}).status_code == 404


def test_missing_money_is_added_with_the_amendment_or_not_at_all(client, batch, project):
    form = {"kind": "annotators", "annotators": "50", "key": "k"}
    page = client.post(amend_path(batch), form)
    assert "The available balance is too low." in words(page)
    assert "Add funds and extend batch for $6.00" in words(page)
    assert page.context["funds"].initial["amount"] == Decimal("5.12")
    refused = client.post(amend_path(batch), form | {"confirm": "yes", "amount": "5.00"})
    assert "Add at least 0.12 USD to the project" in words(refused)
    assert available(project) == Decimal("0.88")
    wrong = client.post(amend_path(batch), form | {"confirm": "yes", "amount": "-1"})
    assert "Enter a positive amount with up to two decimals." in words(wrong)
    for _click in range(2):
        client.post(amend_path(batch), form | {"confirm": "yes", "amount": "5.12"})
    assert (available(project), batch.assignments.count()) == (0, 102)


def test_a_copy_is_a_draft_to_change(client, batch):
    answer = client.post(f"/admin/hits/batch/{batch.pk}/duplicate/")
    copy = Batch.objects.get(state="draft")
    assert answer["Location"] == f"/admin/batches/{copy.pk}/steps/publish/"
    assert client.get(f"/admin/hits/batch/{copy.pk}/amend/").status_code == 302


def test_a_main_batch_is_made_from_what_was_marked_as_a_pilot(client, batch):
    main = f"/admin/hits/batch/{batch.pk}/main/"
    assert "marked as a pilot" in words(client.post(main, {}, follow=True))
    client.post(f"/admin/hits/batch/{batch.pk}/pilot/", {"is_pilot": "yes"})
    assert client.post(main, {"without_people": "on"}).status_code == 302
    made = Batch.objects.get(pilot=batch)
    assert (made.without_pilot_items, made.without_pilot_people) == (False, True)


def test_more_people_where_training_is_paid(client, batch, project):
    paid = trained(project=project, training_pay="0.10", training_people=1)
    assert "Training pay left for 1 of 1 people." in words(client.get(amend_path(paid)))
    go_through(enrolled(paid))
    spent = "Training pay for all 1 people is allocated, so no one new can start."
    assert spent in words(client.get(f"/admin/hits/batch/{paid.pk}/training/"))
    stop_enrolment(enrolment_id=paid.enrolments.get().pk, reason="Enough.", by=None)
    ended = "1 person’s participation is paused or has ended."
    reasons = f"{spent} Add people under “Extend the batch”. {ended}"
    assert reasons in words(client.get(f"/admin/hits/batch/{paid.pk}/running/"))
    form = {"kind": "people", "people": "3", "key": "k"}
    plan = words(client.post(amend_path(paid), form))
    assert "People 3 Training pay, 3 × $0.10 $0.30 Cost with fees $0.30" in plan
    assert "Assignments" not in plan
    assert "Extend batch for $0.30" in plan
    longer = words(client.post(amend_path(paid), {"kind": "time", "minutes": "600", "key": "k"}))
    assert "New HITs" not in longer
    client.post(amend_path(paid), form | {"confirm": "yes"})
    page = words(client.get(f"/admin/hits/batch/{paid.pk}/training/"))
    assert "Training pay left for 3 of 4 people." in page
    close_batch(batch_id=paid.pk)
    assert "paid training" not in words(client.get(f"/admin/hits/batch/{paid.pk}/training/"))


def test_a_new_time_limit_is_longer_and_at_most_a_week():
    for minutes, fits in ((10, False), (11, True), (10_080, True), (10_081, False)):
        form = TimeForm(Batch(allotted_seconds=600), {"minutes": minutes, "key": "k"})
        assert form.is_valid() == fits


def test_a_time_limit_of_a_week_cannot_be_extended(client, batch):
    longest = "The time limit is already the maximum of 7 days."
    assert longest not in words(client.get(amend_path(batch)))
    Batch.objects.filter(pk=batch.pk).update(allotted_seconds=604_800)
    page = words(client.get(amend_path(batch)))
    assert longest in page
    assert "Time limit, in minutes" not in page


def test_twenty_rows_are_added_to_the_dataset_and_then_to_the_batch(client, project):
    data = world.dataset(project, items=4, systems=("A", "B"))
    batch = world.live_batch(project, data, sample_rule="count", sample_count=2)

    def upload(table: str) -> DatasetImport:
        sent = {"table": SimpleUploadedFile("more.csv", table.encode())}
        there = client.post(f"/admin/hits/batch/{batch.pk}/rows/", sent)["Location"]
        sent = {"name": "x", "output_kind": "text", "rubric": batch.rubric_version_id}
        client.post(there, sent | {"role-1": "of_system", "role-2": "of_system"})
        record = DatasetImport.objects.first()
        assert record is not None
        assert there == f"/admin/hits/batch/{batch.pk}/rows/{record.pk}/"
        perform_import(import_id=record.pk)
        record.refresh_from_db()
        return record

    named = [f"new-{number}" for number in range(20)]
    picture = "https://pictures.example.org/1.jpg"
    old = data.items.values_list("external_id", flat=True)[0]
    refused = upload(f"item_id,A,C,image\n1,x,y,{picture}\n{old},x,y,{picture}\n").problems
    assert any(f"row 3: item {old} is already in the dataset." in line for line in refused)
    assert any("row 2: the dataset has no system named C." in line for line in refused)
    done = upload("item_id,A,B,image\n" + "".join(f"{name},x,y,{picture}\n" for name in named))
    assert (done.state, done.problems, data.items.count(), data.systems.count()) == (
        "done",
        [],
        24,
        2,
    )
    answer = client.post(f"/admin/hits/batch/{batch.pk}/rows/{done.pk}/")
    assert answer["Location"] == amend_path(batch)
    assert "Items available: 22. They are added" in words(client.get(amend_path(batch)))
    form = {"kind": "items", "items_named": "\n".join(named), "key": "k", "confirm": "yes"}
    form["amount"] = "5.00"
    client.post(amend_path(batch), form | {"items_named": f"{form['items_named']}\n{old}x"})
    assert batch.hits.count() == 4
    client.post(amend_path(batch), form)
    rated = set(batch.hits.values_list("item__external_id", flat=True))
    assert (batch.hits.count(), rated >= set(named), len(rated)) == (44, True, 22)
    viewer = signed_in(world.viewer(project))
    assert viewer.post(f"/admin/hits/batch/{batch.pk}/rows/").status_code == 403
