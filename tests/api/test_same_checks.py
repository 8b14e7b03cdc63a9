"""Tests that the API rejects what a form rejects, for the same field and with the same message."""

import html
import re

import pytest
from django.test import Client
from django.urls import reverse

from recruiting.models import Panel
from tests import world
from tests.api.program import Program

pytestmark = pytest.mark.django_db
PANEL = {"name": "Lab", "person_parameter": "pid", "most_people": 5, "cap": 2, "unproven": "work"}


@pytest.fixture
def project():
    return world.project()


def refused(program: Program, method: str, path: str, body: dict) -> list[tuple[str, str]]:
    answer = program.ask(method, path, body)
    assert answer.status_code == 422, answer.content
    return [(problem["path"], problem["what"]) for problem in answer.json()["problems"]]


def page_of(owner, address: str, form: dict) -> str:
    client = Client()
    client.force_login(owner)
    answer = client.post(address, form)
    assert answer.status_code in {200, 422}, "the form is shown again"
    return re.sub(r"\s+", " ", html.unescape(answer.content.decode()))


def test_ids_that_no_item_has(project):
    owner, batch = world.owner(project), world.draft_batch(project)
    form = {"sample_rule": "list", "sample_ids": "item-40", "seed": "7"}
    systems = list(batch.systems.values_list("pk", flat=True))
    page = page_of(
        owner,
        reverse("admin:batch_step", args=[batch.pk, "compared"]),
        {**form, "systems": systems},
    )
    body = {"sample_rule": "list", "sample_ids": ["item-40"]}
    [(path, what)] = refused(Program(owner), "PATCH", f"batches/{batch.pk}", body)
    assert path == "sample_ids"
    assert what == "No item has these ids: item-40"
    assert what in page


def test_a_session_whose_reward_is_no_whole_cents(project):
    owner, batch = world.owner(project), world.draft_batch(project)
    body = {"sitting_hits": 7, "sitting_reward": "1.00"}
    [(path, what)] = refused(Program(owner), "PATCH", f"batches/{batch.pk}", body)
    assert path == "sitting_reward"
    assert "Enter 0.98 or 1.05" in what
    batch.refresh_from_db()
    assert batch.sitting_hits is None


def test_the_address_of_a_panel(project):
    owner, batch = world.owner(project), world.live_batch(project, audience="link")
    page = page_of(
        owner,
        reverse("admin:new_panel", args=[batch.pk]),
        {**PANEL, "done_address": "https://lab.example/{lost}"},
    )
    body = {**PANEL, "exits": {"done": {"address": "https://lab.example/{lost}"}}}
    [(path, what)] = refused(Program(owner), "POST", f"batches/{batch.pk}/panels", body)
    assert path == "done_address"
    assert what == "The address has an unknown parameter, “lost”."
    assert what in page
    assert Panel.objects.count() == 0


@pytest.mark.parametrize(
    ("chosen", "path", "what"),
    [
        ({"annotators": "R-NOBODY"}, "annotators", "“R-NOBODY” was not found."),
        (
            {"table": "mturk", "file_format": "jsonl"},
            "file_format",
            "The Mechanical Turk file is only available as CSV.",
        ),
        (
            {"since": "2026-02-02", "until": "2026-02-01"},
            "until",
            "The end date is before the start date.",
        ),
    ],
)
def test_the_choices_of_an_export(project, chosen, path, what):
    owner, batch = world.owner(project), world.live_batch(project)
    usual = {"table": "wide", "file_format": "csv", "states": ["approved"], "pseudonyms": "batch"}
    page = page_of(owner, reverse("admin:export_file", args=[batch.pk]), {**usual, **chosen})
    answer = refused(Program(owner), "POST", f"batches/{batch.pk}/snapshots", {**usual, **chosen})
    assert answer == [(path, what)]
    assert what in page


def test_the_number_of_a_rule_and_the_grounds_of_a_decision(project):
    owner, batch = world.owner(project), world.live_batch(project)
    program = Program(owner)
    rule = {"rule": "faster", "number": -1}
    [(path, what)] = refused(program, "POST", f"batches/{batch.pk}/exclusions", rule)
    assert path == "number"
    assert what.startswith("Choose a number from ")
    for body, field in (
        ({"act": "reject", "assignments": [1]}, "reason"),
        ({"act": "exclude", "assignments": [1]}, "reason"),
        ({"act": "reject", "assignments": [1], "reason": "x", "evidence": "e" * 2001}, "evidence"),
    ):
        problems = refused(program, "POST", f"batches/{batch.pk}/decisions", body)
        assert [path for path, _what in problems] == [field]


def test_the_name_of_a_project(project):
    owner = world.owner(project)
    body = {"name": project.name}
    page = page_of(
        owner, reverse("admin:new_project"), {**body, "currency": "USD", "megapixels": 50}
    )
    [(path, what)] = refused(Program(owner), "POST", "projects", body)
    assert path == "name"
    assert what in page
