"""Tests of the reporting checklist: its facts about a batch, the researchers' statements, and the
consent needed to count people."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from analysis.models import Statement
from analysis.report.checklist.items import REPORTED
from analysis.report.checklist.lines import checklist
from analysis.report.checklist.stating import state
from analysis.report.computing import perform_report
from analysis.requests import report_for
from hits.models import Assignment
from recruiting.admitting import admit_to_batch
from recruiting.around.answering import answer_page, decide, withdraw
from recruiting.around.attaching import attach_page, pages_of, store_page
from recruiting.around.reporting import in_cells
from surveys.questionnaires.loading import example_source
from tests import world
from tests.api.program import Program
from tests.pages import signed_in, words

pytestmark = pytest.mark.django_db
OLD = ["1"] * 7 + ["2"] * 5 + ["3"]  # age bands of thirteen people


@pytest.fixture(scope="module")
def module_batch(module_rows):
    """A batch whose annotators consented and stated their age band."""
    draft = world.draft_batch(world.project(), gold_percent=0)
    for page in ("consent", "about"):
        version = store_page(batch=draft, page=page, source=example_source(page), by=None)
        attach_page(batch=draft, version=version, by=None)
    batch = world.publish(draft)
    for number, band in enumerate(OLD):
        take_part(batch, f"person-{number}", band)
    return batch


def take_part(batch, name: str, band: str):
    user, pages = world.person(name), pages_of(batch)
    admit_to_batch(batch=batch, user=user, channel="link")
    part = user.enrolments.get(batch=batch)
    about = pages["about"].version
    consent = pages["consent"].version
    decide(enrolment_id=part.pk, version=consent, agrees=True, raw={}, language="en")
    answer_page(enrolment_id=part.pk, version=about, raw={"age_band": band}, language="en")
    return part


def told(batch, key: str) -> str:
    return checklist(batch).text(key)


def ages(batch) -> str:
    return told(batch, "demographics").partition("Is English")[0].strip()


def cover(batch, covers: bool = True) -> None:
    by = world.researcher(batch.project)
    state(batch=batch, statements={}, covers_demographics=covers, by=by)


def test_people_are_counted_only_under_a_consent_that_covers_it(batch):
    assert told(batch, "demographics") == ""
    cover(batch)
    assert ages(batch) == "How old are you? 18 to 24: 7, others: 6."
    cover(batch, covers=False)
    assert told(batch, "demographics") == ""


def test_people_who_withdraw_or_agreed_to_another_text_are_not_counted(batch):
    cover(batch)
    withdraw(
        enrolment_id=batch.enrolments.order_by("pk").first().pk, language="en", leave_out=False
    )
    assert ages(batch) == "How old are you? 18 to 24: 6, others: 6."
    source = example_source("consent").replace("Your consent", "What you agree to")
    attach_page(
        batch=batch,
        version=store_page(batch=batch, page="consent", source=source, by=None),
        by=None,
    )
    take_part(batch, "late", "1")
    assert ages(batch) == "How old are you? 18 to 24: 6, others: 6."
    cover(batch)
    assert ages(batch) == "How old are you? 18 to 24: 7, others: 6."


@pytest.mark.parametrize(
    ("counts", "cells"),
    [
        ({"a": 9, "b": 6}, [("a", 9), ("b", 6)]),
        ({"a": 9, "b": 6, "c": 0}, [("a", 9), ("b", 6)]),
        ({"a": 9, "b": 6, "c": 1}, [("a", 9), ("others", 7)]),
        ({"a": 9, "b": 3, "c": 2}, [("a", 9), ("others", 5)]),
        ({"a": 3, "b": 2}, [("others", 5)]),
    ],
)
def test_no_count_of_fewer_than_five_is_printed_or_can_be_subtracted(counts, cells):
    assert in_cells(counts) == cells


def test_the_form_and_the_api_state_the_same_with_the_same_check(batch):
    by = world.researcher(batch.project)
    address = reverse("admin:checklist", args=[batch.pk])
    program, desk = Program(by), signed_in(by)
    before = program.read(f"batches/{batch.pk}/checklist")
    assert (before["of"], before["reported"]) == (20, len(checklist(batch).reported))
    purpose = {"purpose": "No metric sees what people see."}
    assert desk.post(address, purpose | {"ethics": "Board 7, number 12."}).status_code == 302
    after = program.read(f"batches/{batch.pk}/checklist")
    assert after["reported"] == before["reported"] + 2
    changed = program.made(
        f"batches/{batch.pk}/checklist", {"statements": {"ethics": ""}}, status=200
    )
    assert changed["reported"] == before["reported"] + 1
    body = {"statements": {"purpose": "x" * 4001, "nothing": "x", "doi": "https://doi.org/10.1/x"}}
    refused = program.post(f"batches/{batch.pk}/checklist", body)
    assert [each["path"] for each in refused.json()["problems"]] == ["nothing", "purpose", "doi"]
    assert desk.post(address, {"purpose": "x" * 4001}).status_code == 422
    viewer = world.viewer(batch.project)
    assert Program(viewer).post(f"batches/{batch.pk}/checklist", body).status_code == 403
    assert signed_in(viewer).post(address, purpose).status_code in {403, 404}
    assert "No metric sees" in words(signed_in(viewer).get(address))
    assert signed_in(world.outsider()).get(address).status_code == 404


def test_a_statement_of_the_project_holds_for_its_other_batches(batch):
    by = world.researcher(batch.project)
    other = world.draft_batch(batch.project, batch.dataset)
    texts = {"ethics": "Board 7.", "purpose": "Metrics fail."}
    state(batch=batch, statements=texts, by=by)
    assert (told(other, "ethics"), told(other, "purpose")) == ("Board 7.", "")
    assert Statement.objects.get(item="ethics").batch is None


def test_the_methods_text_and_the_results_page_cover_what_is_known_and_stated(batch):
    claimed = world.claim(world.person("person-0"), batch)
    minute_ago = timezone.now() - timedelta(minutes=1)
    Assignment.objects.filter(pk=claimed.pk).update(accepted_at=minute_ago)
    world.submit(claimed, world.GOOD)
    by = world.researcher(batch.project)
    report = report_for(batch)
    perform_report(report_id=report.pk)
    page = words(signed_in(by).get(f"/batches/{batch.pk}/report/"))
    score = int(re.search(r"Reporting checklist: (\d+) of 20", page)[1])
    missing = {str(line.item.title) for line in checklist(batch).missing} - {
        "Agreement between people",
        "Statistical tests",
    }
    assert {"Purpose", "Ethics review", "Limitations of the sample"} <= missing
    assert "Missing for published data: Risks, Biases, Intended uses" in page
    other = world.publish(world.draft_batch(batch.project, batch.dataset))
    form = signed_in(by).get(reverse("admin:checklist", args=[other.pk])).content.decode()
    assert f'<a href="/batches/{other.pk}/report/">Results</a></p>' in form
    assert form.count('<details class="fold" open>') == 2  # what is missing, and published data
    texts = {item.key: f"About {item.key}." for item in REPORTED}
    state(batch=batch, statements=texts, by=by)
    page = words(signed_in(by).get(f"/batches/{batch.pk}/report/"))
    assert (score < 20, "Reporting checklist: 20 of 20" in page) == (True, True)
    address = f"/batches/{batch.pk}/report/{report.pk}/files/methods.txt"
    text = signed_in(by).get(address).content.decode()
    for said in (
        *texts.values(),
        "2 systems: Heron; Moss.",
        "13 people through a link",
        "1 person did 1 HIT that were not rejected, with a median of 60 s per HIT.",
        "13 people agreed and did not withdraw",
        "A HIT paid 0.05 USD. Median hourly pay was",
        "There were no gold HITs and no retests.",
        "No exclusion rule was set before publishing.",
        "Versions: ",
    ):
        assert said in text, said
