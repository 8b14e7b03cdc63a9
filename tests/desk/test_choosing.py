"""Tests of choosing one of many rows, found by name or paging, with and without JavaScript."""

from dataclasses import dataclass

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from core.database import choosing
from hits.batches.audience import keep_out_annotators_of
from hits.models import Batch, Qualification
from tests import world
from tests.pages import signed_in, squeezed

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def short_pages(monkeypatch):
    monkeypatch.setattr(choosing, "PER_PAGE", 2)


@pytest.fixture
def client(project):
    return signed_in(world.owner(project))


@dataclass
class Place:
    """A page with a chooser. `rows` are in the chooser's order, `foreign` is a row of another
    project, and `sent_to` is the form's target."""

    address: str
    field: str
    shown: str
    rows: list
    foreign: object
    sent_to: str = ""


def _data(project):
    rows = [world.dataset(project, items=1) for _number in range(5)]
    _rename(rows, "name")
    foreign = world.dataset(world.project(name="Lichens"), items=1)
    return Place(reverse("admin:new_batch"), "dataset", "chooser", rows[::-1], foreign)


def _data_of_a_draft(project):
    place = _data(project)
    batch = world.draft_batch(project, place.rows[0])
    place.address = reverse("admin:batch_step", args=[batch.pk, "data"])
    return place


def _published(project, number):
    data = world.dataset(project, items=1)
    rows = [world.live_batch(project, data) for _number in range(number)]
    _rename(rows, "title")
    return rows


def _kept_out(project):
    *rows, batch = _published(project, 6)
    (foreign,) = _published(world.project(name="Lichens"), 1)
    links = reverse("admin:links", args=[batch.pk])
    sent_to = reverse("admin:keep_out", args=[batch.pk])
    return Place(links, "other", "others", rows[::-1], foreign, sent_to)


def _qualifications(project):
    rows = [
        Qualification.objects.create(project=project, name=f"Row {number}") for number in range(5)
    ]
    foreign = Qualification.objects.create(project=world.project(name="Lichens"), name="Row 9")
    return rows, foreign


def _required(project):
    rows, foreign = _qualifications(project)
    (batch,) = _published(project, 1)
    links = reverse("admin:links", args=[batch.pk])
    sent_to = reverse("admin:require_qualification", args=[batch.pk])
    return Place(links, "qualification", "qualifications", rows, foreign, sent_to)


def _tested(project):
    rows, foreign = _qualifications(project)
    batch = world.draft_batch(project)
    address = reverse("admin:batch_training", args=[batch.pk])
    return Place(address, "tested", "chooser", rows, foreign)


def _reviewed(project):
    rows = _published(project, 5)
    (foreign,) = _published(world.project(name="Lichens"), 1)
    return Place(reverse("admin:review_table"), "batch", "batches", rows[::-1], foreign)


PLACES = [_data, _data_of_a_draft, _kept_out, _required, _tested, _reviewed]
PLACES_OF_POST = [make for make in PLACES if make is not _reviewed]
each_place = pytest.mark.parametrize("place", PLACES, ids=lambda make: make.__name__[1:])


def _rename(rows, field):
    for number, row in enumerate(rows):
        type(row).objects.filter(pk=row.pk).update(**{field: f"Row {number}"})
        row.refresh_from_db()


def chooser(client, place, **query):
    answer = client.get(place.address, query)
    assert answer.status_code == 200
    return answer.context[place.shown]


def rows_of(shown):
    return [choice.row for choice in shown.choices]


def chosen_of(shown):
    return [choice.row for choice in shown.choices if choice.is_chosen]


@each_place
def test_every_row_is_reached_and_what_is_chosen_stays_in_sight(client, project, place):
    """Paging and search must find every row of the project, but none of another project."""
    place = place(project)
    reached, query, find = [], {}, f"{place.field}_find"
    while query is not None:
        page = chooser(client, place, **query)
        reached += page.window.rows
        assert (page.matching, page.shown <= 2) == (5, True)
        after = page.window.after
        query = {f"{place.field}_after": after} if after is not None else None
    assert reached == place.rows
    named = [row for row in place.rows if str(row) == "Row 3"]
    assert list(chooser(client, place, **{find: "row 3"}).window.rows) == named
    assert list(chooser(client, place, **{find: "Row 9"}).window.rows) == []
    asked = client.get(place.address, {place.field: place.foreign.pk})
    # The review's table is of the batch that its address names.
    is_of_it = place.shown == "batches"
    assert asked.status_code == (404 if is_of_it else 200)
    assert is_of_it or place.foreign not in rows_of(asked.context[place.shown])
    last = place.rows[-1]
    page = chooser(client, place, **{place.field: last.pk})
    assert (chosen_of(page), rows_of(page)[0]) == ([last], last)
    page = chooser(client, place, **{place.field: last.pk, find: "nothing"})
    assert (rows_of(page), page.shown) == ([last], 0)


# The review's form is sent by GET: its address is all there is.
@pytest.mark.parametrize("place", PLACES_OF_POST, ids=lambda make: make.__name__[1:])
def test_without_a_script_a_button_looks_and_changes_nothing(client, project, place):
    place = place(project)
    last = place.rows[-1]
    sent = {place.field: last.pk, f"{place.field}_find": "row", f"{place.field}_look": "1"}
    with CaptureQueriesContext(connection) as statements:
        answer = client.post(place.sent_to or place.address, sent, follow=True)
    assert not [
        each["sql"]
        for each in statements.captured_queries
        if each["sql"].startswith(("INSERT", "UPDATE", "DELETE")) and "session" not in each["sql"]
    ]
    page = answer.context[place.shown]
    assert (chosen_of(page), page.find, page.matching) == ([last], "row", 5)


def test_a_count_of_matches_ends_where_nobody_reads_on(client, project, monkeypatch):
    place = _data(project)
    assert "2 of 5" in squeezed(client.get(place.address).content.decode())
    monkeypatch.setattr(choosing, "MOST_COUNTED", 3)
    assert "2 of 3+" in squeezed(client.get(place.address).content.decode())


def test_several_batches_are_kept_out_at_once(client, project):
    place = _kept_out(project)
    batch = Batch.objects.get(pk=int(place.address.rstrip("/").rpartition("/")[2]))
    first, second, *_rest = place.rows
    page = client.post(place.sent_to, {"other": [first.pk, second.pk]}, follow=True)
    assert "People who worked on the 2 selected batches are blocked" in page.content.decode()
    assert set(batch.audience_exclusions.values_list("other", flat=True)) == {first.pk, second.pk}
    assert first not in rows_of(page.context["others"])
    assert (
        "Choose an option from the list."
        in client.post(place.sent_to, follow=True).content.decode()
    )
    assert client.post(place.sent_to, {"other": place.foreign.pk}).status_code == 404


def test_all_batches_kept_out_can_still_be_let_in(client, project):
    other, batch = _published(project, 2)
    keep_out_annotators_of(batch=batch, other=other, by=None)
    page = client.get(reverse("admin:links", args=[batch.pk])).content.decode()
    assert 'value="let_in"' in page


def test_a_required_qualification_behind_the_first_page_is_not_lost(client, project):
    place = _required(project)
    batch = project.batches.get()
    Batch.objects.filter(pk=batch.pk).update(required_qualification=place.rows[-1])
    page = chooser(client, place)
    assert chosen_of(page) == [place.rows[-1]]
    client.post(place.sent_to, {"qualification": page.choices[0].row.pk})
    batch.refresh_from_db()
    assert batch.required_qualification == place.rows[-1]


def test_a_test_gives_a_qualification_that_is_chosen_or_a_new_one(client, project):
    place = _tested(project)
    batch = project.batches.get()
    terms = {"test_threshold": 80, "test_retries": 1, "qualification_days": "", "training_pay": 0}
    terms |= {"training_people": "", "test_length": ""}
    for sent, name in (
        ({"tested": place.rows[-1].pk}, "Row 4"),
        ({"tested": place.rows[-1].pk, "qualification": "Reads maps"}, "Reads maps"),
        ({"tested": ""}, None),
    ):
        answer = client.post(place.address, {**terms, **sent})
        assert answer.status_code == 302, squeezed(answer.content.decode())
        batch.refresh_from_db()
        assert getattr(batch.tested_qualification, "name", None) == name
    assert client.post(place.address, {**terms, "tested": place.foreign.pk}).status_code == 404
    wrong = {**terms, "tested": place.rows[1].pk, "test_threshold": ""}
    again = client.post(place.address, wrong).context["form"]
    assert again["qualification"].value() is None, "else it would overrule another choice"
    asked = {**terms, "tested": place.rows[1].pk, "test_threshold": "66", "tested_look": "1"}
    assert 'value="66"' in client.post(place.address, asked).content.decode()
    batch.refresh_from_db()
    assert batch.tested_qualification is None


def test_only_the_first_page_of_data_sets_chooses_its_first_row(client, project):
    place = _data(project)
    rows = place.rows
    pages = {
        "": [rows[0]],
        f"?dataset_after={rows[1].pk}": [],
        f"?dataset_before={rows[2].pk}": [rows[0]],
        "?dataset_find=row": [],
        f"?dataset={rows[4].pk}&dataset_after={rows[1].pk}": [rows[4]],
    }
    for query, chosen in pages.items():
        page = client.get(place.address + query).context["chooser"]
        assert (query, chosen_of(page)) == (query, chosen)
    answer = client.post(f"{place.address}?dataset_after={rows[1].pk}", {})
    assert answer.context["error"] == "Choose a dataset"
    assert not project.batches.exists()
    page = squeezed(client.get(f"{place.address}?dataset_find=wasps").content.decode())
    assert "No matches." in page


def test_a_data_set_of_another_page_takes_the_place_of_a_drafts_own(client, project):
    place = _data_of_a_draft(project)
    batch = project.batches.get()
    version = batch.rubric_version_id
    last = place.rows[-1]
    sent = {"dataset": last.pk, "dataset_after": place.rows[1].pk, "dataset_find": ""}
    turned = client.post(f"{place.address}?rubric={version}", sent, follow=True)
    query = turned.redirect_chain[0][0]
    assert f"rubric={version}" in query
    assert chosen_of(turned.context["chooser"]) == [last]
    client.post(query, {"dataset": last.pk, "dataset_find": ""})
    batch.refresh_from_db()
    assert batch.dataset == last
