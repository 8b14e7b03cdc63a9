"""Tests of reported problems: what puts a HIT on hold, and what a researcher can decide."""

from decimal import Decimal

import pytest
from django.urls import reverse

from hits.batches.amendments import amend_batch
from hits.batches.publishing import close_batch
from hits.batches.wishes import Wish
from hits.broken import NotReportable, close_hit, put_back, report_broken
from hits.models import Assignment, Batch, BrokenReport, Enrolment
from hits.queue.claiming import NothingLeft, prefetch_assignment
from hits.queue.releasing import expire
from payments.models import Transaction
from payments.paying import earned
from tests import world
from tests.verified import broken_promises

pytestmark = pytest.mark.django_db


def one_hit(**terms) -> Batch:
    """Return a live batch with a single HIT."""
    project = world.project()
    data = world.dataset(project, items=1, systems=("Heron",))
    return world.live_batch(project, data, **({"annotators_per_hit": 3} | terms))


def report(person, batch, *, give_back=True, category="text", text="") -> BrokenReport:
    claimed = world.claim(person, batch)
    return report_broken(
        annotator=person,
        assignment_id=claimed.pk,
        category=category,
        text=text,
        give_back=give_back,
    )


def states(batch) -> list[str]:
    return sorted(batch.assignments.values_list("state", flat=True))


def test_a_report_gives_the_hit_back_and_costs_nothing():
    batch, ann = one_hit(most_returns=0), world.annotator()
    first = report(ann, batch, text=" Cut off. ")
    assert (first.text, first.decision) == ("Cut off.", "")
    assert states(batch) == ["free", "free", "free", "returned"]
    assert Enrolment.objects.get().returned == 0
    assert broken_promises() == set()
    with pytest.raises(NothingLeft):
        world.claim(ann, batch)


def test_after_as_many_people_as_the_batch_says_nobody_is_given_it():
    batch = one_hit(reports_to_suspend=2)
    report(world.annotator(), batch)
    assert batch.hits.get().availability == "open"
    report(world.second_annotator(), batch, give_back=False)
    assert batch.hits.get().availability == "suspended"
    assert states(batch) == ["claimed", "returned", "suspended", "suspended"]
    with pytest.raises(NothingLeft):
        world.claim(world.person("cleo"), batch)
    assert broken_promises() == set()


def test_what_ends_meanwhile_is_held_back_too_and_who_has_it_may_submit():
    batch, ben = one_hit(reports_to_suspend=1), world.second_annotator()
    held, theirs = world.claim(ben, batch), world.claim(world.person("cleo"), batch)
    report(world.annotator(), batch)
    expire(assignment=theirs)
    world.submit(held, world.GOOD)
    assert states(batch) == ["expired", "returned", "submitted", "suspended", "suspended"]
    assert broken_promises() == set()


def test_no_number_means_it_is_handed_out_all_the_same():
    batch = one_hit(reports_to_suspend=None)
    for person in (world.annotator(), world.second_annotator()):
        report(person, batch)
    assert batch.hits.get().availability == "open"


def test_what_is_prefetched_of_it_is_taken_back():
    project = world.project()
    data = world.dataset(project, items=2, systems=("Heron",))
    batch = world.live_batch(project, data, reports_to_suspend=1, annotators_per_hit=2)
    ann, ben = world.annotator(), world.second_annotator()
    following = prefetch_assignment(annotator=ann, assignment_id=world.claim(ann, batch).pk)
    claimed = world.claim(ben, batch)
    while claimed.hit_id != following.hit_id:
        world.submit(claimed, world.GOOD)
        claimed = world.claim(ben, batch)
    report(ben, batch)
    following.refresh_from_db()
    assert (following.state, following.annotator_id) == ("suspended", None)
    assert broken_promises() == set()


def test_put_back_it_is_handed_out_and_reports_count_anew():
    batch = one_hit(reports_to_suspend=2)
    for person in (world.annotator(), world.second_annotator()):
        report(person, batch)
    by = world.researcher(batch.project)
    hit = batch.hits.get()
    assert [put_back(hit=hit, by=by), put_back(hit=hit, by=by)] == [True, False]
    assert set(BrokenReport.objects.values_list("decision", "decided_by")) == {("put_back", by.pk)}
    report(world.person("cleo"), batch)
    assert batch.hits.get().availability == "open"
    assert broken_promises() == set()


def test_closed_it_is_refunded_and_who_gave_it_back_is_paid():
    batch, ann = one_hit(reports_to_suspend=2, reward=Decimal("0.50")), world.annotator()
    stays = world.rate(world.person("cleo"), batch)
    report(ann, batch)
    report(world.second_annotator(), batch, give_back=False)
    hit, by = batch.hits.get(), world.researcher(batch.project)
    assert [close_hit(hit=hit, pay_reporters=True, by=by) for _time in range(2)] == [True, False]
    assert states(batch) == ["claimed", "returned", "submitted", "withdrawn"]
    refunded = Transaction.objects.get(key=f"refund:hit:{hit.pk}")
    assert refunded.entries.get(amount__gt=0).amount == Decimal("0.51")
    assert earned(project=batch.project, annotator=ann) == Decimal("0.50")
    assert earned(project=batch.project, annotator=world.second_annotator()) == 0
    stays.refresh_from_db()
    assert stays.state == "submitted"
    expire(assignment=Assignment.objects.get(state="claimed"))
    assert states(batch) == ["expired", "returned", "submitted", "withdrawn"]
    assert broken_promises() == set()


def test_a_batch_that_closes_withdraws_what_is_held_back():
    batch = one_hit(reports_to_suspend=1)
    report(world.annotator(), batch)
    close_batch(batch_id=batch.pk)
    assert states(batch) == ["returned", "withdrawn", "withdrawn", "withdrawn"]
    assert broken_promises() == set()


def test_annotators_added_to_it_wait_with_it():
    batch = one_hit(reports_to_suspend=1)
    report(world.annotator(), batch)
    amend_batch(batch_id=batch.pk, wish=Wish("annotators", annotators=1), key="k", by=None)
    assert states(batch) == ["returned", *["suspended"] * 4]
    assert broken_promises() == set()


@pytest.mark.parametrize(
    ("category", "text", "why"),
    [("", "", "Please say what is wrong."), ("other", " ", "Please say what is wrong.")],
)
def test_a_report_says_what_is_wrong(category, text, why):
    with pytest.raises(NotReportable, match=why):
        report(world.annotator(), one_hit(), category=category, text=text)
    assert not BrokenReport.objects.exists()


def test_only_who_holds_it_reports_it():
    batch = one_hit()
    claimed = world.claim(world.annotator(), batch)
    with pytest.raises(NotReportable):
        report_broken(
            annotator=world.second_annotator(),
            assignment_id=claimed.pk,
            category="text",
            text="",
            give_back=True,
        )


@pytest.mark.attack("POST")
def test_the_page_keeps_what_is_filled_in_and_never_shows_html(client):
    batch, ann = one_hit(), world.annotator()
    client.force_login(ann)
    claimed = world.claim(ann, batch)
    path, form = world.hit_path(claimed), reverse("report_broken", args=[claimed.pk])
    answer = client.post(path, {"action": "report 0", "naturalness": "2"})
    assert (answer.status_code, answer["Location"]) == (303, form)
    assert claimed.draft.data == {"naturalness": "2"}
    assert client.post(form, {"category": "other", "text": ""}).status_code == 422
    text = "<b>cut</b>"
    answer = client.post(form, {"category": "text", "text": text, "then": "go on"})
    assert answer["Location"] == path
    again = client.get(form).content.decode()
    assert "You reported:" in again
    assert client.post(form, {"category": "text", "then": "give back"}).status_code == 303
    assert states(batch) == ["free", "free", "free", "returned"]
    desk = world.researcher(batch.project)
    client.force_login(desk)
    shown = client.get(reverse("admin:broken_hit", args=[claimed.hit_id])).content.decode()
    assert "&lt;b&gt;cut&lt;/b&gt;" in shown
