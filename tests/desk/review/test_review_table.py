"""Tests of the review table: filters, pages, and one decision on many responses."""

import re
from datetime import timedelta

import pytest
from django.db.models import F
from django.urls import reverse

from desk.review import forms, table
from hits.batches.unveiling import unveil_means
from hits.models import Assignment, Exclusion
from hits.money.escrow import batch_money
from hits.review.decisions import approve_assignments
from tests import world
from tests.pages import signed_in

pytestmark = pytest.mark.django_db

VARIED = world.GOOD | {"naturalness": "2", "coverage": "3"}


@pytest.fixture(scope="module")
def module_batch(module_project):
    """A live batch with two responses by the first annotator and one by the second. The first
    response gives the same answer to every question."""
    live = world.live_batch(module_project, annotators_per_hit=2)
    world.rate(world.annotator(), live)
    world.rate(world.annotator(), live, VARIED)
    world.rate(world.second_annotator(), live, VARIED)
    took = {"accepted_at": F("submitted_at") - timedelta(seconds=60)}
    live.assignments.filter(state="submitted").update(**took)
    return live


@pytest.fixture
def rated(batch):
    return list(batch.assignments.filter(state="submitted").order_by("submitted_at"))


@pytest.fixture
def client(project):
    return signed_in(world.researcher(project))


def shown(client, batch, **query) -> list[int]:
    page = client.get(reverse("admin:review_table"), {"batch": batch.pk, **query})
    return [int(pk) for pk in re.findall(r'name="chosen"\s+value="(\d+)"', page.content.decode())]


def pks(assignments) -> list[int]:
    return sorted(assignment.pk for assignment in assignments)


def test_filters_choose_the_rows(project, client, batch, rated):
    unveil_means(batch=batch, by=world.researcher(project))
    same, varied, bens = rated
    approve_assignments(batch=batch, ids=[bens.pk], by=None)
    quick = Assignment.objects.filter(pk=varied.pk)
    quick.update(accepted_at=F("submitted_at") - timedelta(seconds=5))
    system = varied.hit.outputs[0].system
    of_system = [each for each in rated if each.hit.outputs[0].system == system]
    for query, expected in (
        ({}, [same, varied]),
        ({"state": "approved"}, [bens]),
        ({"state": "all"}, rated),
        ({"state": "all", "annotator": bens.enrolment.pseudonym.lower()}, [bens]),
        ({"state": "all", "system": system.pk}, of_system),
        ({"state": "all", "under": "10"}, [varied]),
        ({"state": "all", "over": "10"}, [same, bens]),
        ({"state": "all", "flag": "fast"}, [varied]),
        ({"state": "all", "flag": "same"}, [same]),
        ({"state": "all", "flag": "excluded"}, []),
        ({"state": "nonsense"}, []),
    ):
        assert (query, shown(client, batch, **query)) == (query, pks(expected))


def test_systems_are_hidden_as_long_as_means_are(project, client, batch, rated):
    """Neither names nor a filter may reveal the systems. The system in the URL has no effect."""
    for system in batch.systems.all():
        system.name = f"Capybara {system.pk}"
        system.save(update_fields=["name"])
    address = reverse("admin:review_table")
    system = rated[0].hit.outputs[0].system
    for pk in (None, system.pk):
        query = {"system": pk} if pk else {}
        page = client.get(address, {"batch": batch.pk, **query})
        assert "Capybara" not in page.content.decode()
        assert shown(client, batch, **query) == pks(rated)
    assert "Capybara" not in client.get(review_path(rated[0])).content.decode()
    unveil_means(batch=batch, by=world.researcher(project))
    assert "Capybara" in client.get(address, {"batch": batch.pk}).content.decode()


def review_path(assignment) -> str:
    return reverse("admin:review_answer", args=[assignment.pk])


def test_pages_go_on_after_the_last_row(client, batch, rated, monkeypatch):
    monkeypatch.setattr(table, "PER_PAGE", 2)
    first, second, third = pks(rated)
    assert shown(client, batch) == [first, second]
    page = client.get(reverse("admin:review_table"), {"batch": batch.pk}).content.decode()
    assert f"?batch={batch.pk}&amp;after={second}" in page
    assert shown(client, batch, after=second) == [third]


def test_a_search_looks_at_so_many_answers_and_goes_on_from_there(
    client, batch, rated, monkeypatch
):
    monkeypatch.setattr(forms, "WINDOW", 1)
    first, second, third = pks(rated)
    same = rated[0].pk
    pages = [shown(client, batch, flag="same", after=after) for after in (0, first, second)]
    assert pages == [[pk] if pk == same else [] for pk in (first, second, third)]
    page = client.get(reverse("admin:review_table"), {"batch": batch.pk, "flag": "same"})
    assert f"flag=same&amp;after={first}" in page.content.decode()
    answer = act(client, batch, "exclude", everything="on", flag="same", after=same - 1)
    assert answer.context["form"]["ids"].value() == str(same)


def act(client, batch, name: str, **values):
    return client.post(reverse(f"admin:{name}_responses", args=[batch.pk]), values)


def words(answer) -> str:
    return " ".join(answer.content.decode().split())


def test_an_approval_says_how_many_and_how_much_and_then_what_became_of_each(client, batch, rated):
    approve_assignments(batch=batch, ids=[rated[0].pk], by=None)
    answer = act(client, batch, "approve", chosen=pks(rated))
    assert "Total cost $0.12" in words(answer)
    assert "Total cost $0.12: $0.10 for annotators" in words(answer)
    assert "1 other response was already reviewed and does not change." in words(answer)
    assert batch_money(batch).spent == batch.reward + batch.fee
    ids = ",".join(map(str, pks(rated)))
    answer = act(client, batch, "approve", ids=ids, confirmed="yes")
    assert re.findall(r"[Aa]pproved and paid|already decided: \w+", words(answer)) == [
        "approved and paid",  # the count in the head
        *(
            "already decided: Approved" if each == rated[0] else "Approved and paid"
            for each in sorted(rated, key=lambda each: each.pk)
        ),
    ]
    assert batch_money(batch).spent == 3 * (batch.reward + batch.fee)
    assert "0 responses approved" in words(act(client, batch, "approve", ids=ids, confirmed="yes"))
    assert batch_money(batch).spent == 3 * (batch.reward + batch.fee)


def test_many_are_rejected_for_one_reason_with_its_evidence(client, batch, rated):
    answer = act(client, batch, "reject", everything="on", annotator=rated[0].enrolment.pseudonym)
    ids = answer.context["form"]["ids"].value()
    assert ids == ",".join(map(str, pks(rated[:2])))
    answer = act(client, batch, "reject", ids=ids, confirmed="yes", category="", reason="")
    assert "Give a reason." in words(answer)
    grounds = {"category": "no_effort", "reason": "Same answers.", "evidence": "Two in 4 s."}
    done = act(client, batch, "reject", ids=ids, confirmed="yes", **grounds)
    stored = batch.assignments.filter(state="rejected")
    assert "Overturn rejections …" in words(done)
    assert set(stored.values_list("rejection", "reason", "evidence")) == {
        ("no_effort", "Same answers.", "Two in 4 s.")
    }
    assert pks(stored) == pks(rated[:2])
    act(client, batch, "reject")
    page = words(client.get(f"/admin/review/table/?batch={batch.pk}"))
    assert "Select at least one response." in page
    assert "Overturn rejections" not in page


def test_many_are_left_out_and_keep_their_state(client, batch, rated):
    ids = f"{rated[0].pk},{rated[1].pk}"
    answer = act(client, batch, "exclude", ids=ids, confirmed="yes", reason="Two windows open.")
    undo = f'href="/admin/review/exclusions/{batch.pk}/"'
    person = client.get(f"/admin/hits/batch/{batch.pk}/annotators/{rated[0].enrolment_id}/")
    assert "2 responses excluded" in words(answer)
    assert undo in answer.content.decode()
    assert undo in person.content.decode()
    assert (
        list(Exclusion.objects.values_list("rule", "reason"))
        == [("by hand", "Two windows open.")] * 2
    )
    assert batch.assignments.filter(state="submitted").count() == 3
    again = act(client, batch, "exclude", chosen=pks(rated[:2]))
    assert "2 other responses were already reviewed" in words(again)
    assert 'name="confirmed"' not in again.content.decode()


def test_answers_of_another_batch_are_passed_over(project, client, batch, rated):
    other = world.live_batch(project, title="Another")
    elsewhere = world.rate(world.annotator(), other)
    act(client, batch, "approve", ids=f"{elsewhere.pk},{rated[0].pk}", confirmed="yes")
    elsewhere.refresh_from_db()
    assert elsewhere.state == "submitted"
