"""Tests of a draft's power analysis, requested on a page, by the API or by a command."""

import json
import re
from decimal import Decimal

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from analysis.power.asking import criteria_of
from hits.background.performing import perform_task
from hits.batches.publishing import close_batch
from hits.models import BackgroundTask, Batch
from judges.models import JudgeRun, Verdict
from tests import world
from tests.api.program import Program
from tests.pages import signed_in, words

pytestmark = pytest.mark.django_db
ASKED = {"criterion": "coherence", "distance": "0.8", "agreement": "high", "judge_samples": "2"}


@pytest.fixture
def draft():
    project = world.project()
    return world.draft_batch(project, world.dataset(project, items=6))


def step(draft, key: str = "power") -> str:
    return reverse("admin:batch_step", args=[draft.pk, key])


def test_a_worker_simulates_and_a_row_becomes_the_draft(draft):
    client = signed_in(world.researcher(draft.project))
    assert "Calculate" in words(client.get(step(draft)))
    wrong = words(client.post(step(draft), {**ASKED, "distance": "-1"}))
    assert "Ensure this value is greater" in wrong
    assert client.post(step(draft), ASKED).status_code == 302
    task = BackgroundTask.objects.get()
    page = client.get(step(draft))
    assert "0 of 4" in words(page)
    assert "0 of 4" in words(client.get(step(draft), HTTP_HX_REQUEST="true"))
    perform_task(task_id=task.pk)
    assert client.get(step(draft), HTTP_HX_REQUEST="true").headers["HX-Refresh"] == "true"
    page = client.get(step(draft))
    rows = page.context["rows"]
    assert [(row.annotators, row.items) for row in rows] == [(1, 6), (2, 6), (3, 6), (5, 6)]
    assert [row.chance for row in rows] == sorted(row.chance for row in rows)
    assert [row.is_own for row in rows].count(True) == 1
    # A judge corrects no mean of fewer than ten items.
    assert (
        "Mean corrected with the judge" in words(page),
        "Calculate again." in words(page),
    ) == (False, False)
    assert client.post(step(draft), {"use": "5:6"})["Location"] == step(draft, "pay")
    draft.refresh_from_db()
    assert (draft.annotators_per_hit, draft.sample_count) == (5, 6)
    assert "Calculate again." not in words(client.get(step(draft)))
    Batch.objects.filter(pk=draft.pk).update(reward=9)
    assert "Calculate again." in words(client.get(step(draft)))
    task.parameters["wish"]["criterion"] = "one that the rubric no longer has"
    BackgroundTask.objects.update(parameters=task.parameters)
    page = client.get(step(draft))
    assert (page.status_code, "We simulated" in words(page)) == (200, False)


def test_a_live_batch_is_extended_to_a_design_for_a_budget():
    project = world.project(money="3.00")
    data = world.dataset(project, items=12, systems=("A", "B"))
    sample = {"sample_rule": "count", "sample_count": 6}
    batch = world.live_batch(project, data, annotators_per_hit=2, **sample)
    client = signed_in(world.researcher(project))
    first = client.get(step(batch)).context["form"]
    assert first.initial["agreement"] == str(batch.pk)
    client.post(step(batch), {**ASKED, "agreement": str(batch.pk), "budget": "1.30"})
    task = BackgroundTask.objects.get()
    perform_task(task_id=task.pk)
    page = client.get(step(batch))
    assert "We assumed this agreement: Moderate" in words(page)
    rows = page.context["rows"]
    rows = {(row.annotators, row.items): row for row in rows if not row.has_more_samples}
    near = {(people, items) for people in (2, 3, 4) for items in (6, 9, 12)}
    assert set(rows) == near | {(2, 11), (3, 7)}
    assert (rows[2, 6].is_own, rows[2, 6].cost) == (True, 0)
    (choice,) = (row for row in rows.values() if row.is_choice)
    assert choice.cost <= Decimal("1.30")
    assert [chart.name for chart in page.context["charts"]] == ["chance", "difference", "judge"]
    used = client.post(step(batch), {"use": "3:9"})
    plan = client.get(used["Location"])
    assert plan.context["plan"].cost == rows[3, 9].cost
    sent = plan.context["form"].data.dict() | {"confirm": "yes", "amount": "0.24"}
    client.post(used["Location"], sent)
    assert batch.assignments.count() == 2 * 9 * 3
    assert (
        client.get(client.post(step(batch), {"use": "4:9"})["Location"]).context["plan"].hits == 0
    )
    page = client.get(step(batch))
    assert (
        "Calculate again." in words(page),
        page.context["form"].initial["budget"],
    ) == (True, 1.3)
    close_batch(batch_id=batch.pk)
    assert client.get(step(batch))["Location"].endswith("/running/")


def test_more_samples_of_a_judge_cost_what_its_replies_did():
    project = world.project()
    data = world.dataset(project, items=16, systems=("A", "B"))
    sample = {"sample_rule": "count", "sample_count": 12}
    batch = world.live_batch(project, data, **sample)
    run = JudgeRun.objects.create(batch=batch, name="Run", model="m", samples=3, planned=1)
    client = signed_in(world.researcher(project))
    assert client.get(step(batch)).context["form"].initial["judge_samples"] == 3
    asked = {**ASKED, "judge_samples": "3"}

    def rows_of_samples():
        client.post(step(batch), asked)
        perform_task(task_id=BackgroundTask.objects.latest("pk").pk)
        page = client.get(step(batch))
        (own,) = (row for row in page.context["rows"] if row.is_own)
        more = [row for row in page.context["rows"] if row.has_more_samples]
        assert [(row.annotators, row.items, row.samples) for row in more] == [
            (own.annotators, 12, number) for number in (4, 6, 12)
        ]
        widths = page.context["widths"]
        mean, helped = (dict(zip(widths, row.halves, strict=True)) for row in (own, more[-1]))
        assert helped.pop("judge") < mean.pop("judge")
        assert (helped, more[-1].chance) == (mean, own.chance)
        return page, more

    page, more = rows_of_samples()
    assert {row.cost for row in more} == {None}
    assert "We do not know the cost of more judge samples." in words(page)
    run.price_in, run.price_out = Decimal(100), Decimal(500)
    run.save()
    usage = {"tokens_in": 1000, "tokens_out": 200, "reader_version": 1}
    Verdict.objects.create(run=run, hit=batch.hits.first(), **usage)
    page, more = rows_of_samples()
    of_one = 16 * 2 * Decimal("0.2")  # each output once: 16 items of 2 systems
    assert [row.cost for row in more] == [of_one, 3 * of_one, 9 * of_one]
    (chart,) = (chart for chart in page.context["charts"] if chart.of_samples)
    assert (chart.name, [point.label for point in chart.of_samples]) == (
        "judge",
        ["", "", "", "12"],
    )
    (link,) = re.findall(r'href="([^"]+samples=12)"', page.content.decode())
    assert client.get(link).context["form"].initial["samples"] == 12


def test_a_program_and_a_command_get_the_same(draft, capsys):
    program = Program(world.researcher(draft.project), "read write")
    address = f"batches/{draft.pk}/power"
    asked = {"criterion": "coherence", "distance": 0.5, "agreement": "low"}
    answer = program.post(address, asked)
    assert (answer.status_code, answer.json()["state"]) == (202, "waiting")
    perform_task(task_id=answer.json()["id"])
    again = program.post(address, asked).json()
    assert (again["id"], again["state"]) == (answer.json()["id"], "done")
    options = {"criterion": "coherence", "distance": 0.5, "agreement": "low"}
    call_command("power", draft.pk, json=True, **options)
    assert json.loads(capsys.readouterr().out) == again["result"]["rows"]
    call_command("power", draft.pk, **options)
    assert "annotators" in capsys.readouterr().out.splitlines()[0]
    viewer = Program(world.viewer(draft.project), "read write")
    assert viewer.post(address, asked).status_code == 403
    stranger = Program(world.outsider(), "read write")
    assert stranger.post(address, asked).status_code == 404


def test_what_cannot_be_simulated_is_said(draft):
    program = Program(world.researcher(draft.project), "read write")
    address = f"batches/{draft.pk}/power"
    other = world.live_batch(world.project(name="other"))
    for wrong in (
        {"criterion": "no such", "distance": 1},
        {"criterion": "coherence", "distance": 1, "like": other.pk},
        {"criterion": "coherence", "distance": 1, "like": draft.pk},
    ):
        assert program.post(address, wrong).status_code == 422, wrong
    live = world.live_batch(draft.project, draft.dataset)
    world.rate(world.annotator(), live)
    pairs = world.draft_batch(draft.project, rubric=world.version("picture-pair"))
    facts = next(each for each in criteria_of(pairs) if each.preference)
    asked = {"criterion": facts.key, "distance": 0.2, "judge_samples": 2}
    refused = program.post(f"batches/{pairs.pk}/power", asked)
    assert (refused.status_code, "Judge samples" in refused.content.decode()) == (422, True)
    few, far = (
        program.post(address, {"criterion": "coherence", **asked}).json()["id"]
        for asked in ({"distance": 1, "like": live.pk}, {"distance": 50})
    )
    perform_task(task_id=few)
    perform_task(task_id=far)
    assert BackgroundTask.objects.get(pk=few).result["assumed"] == "moderate"
    ended = BackgroundTask.objects.get(pk=far)
    assert (ended.state, "larger than this scale allows" in ended.error) == ("failed", True)
    with pytest.raises(CommandError, match="no batch"):
        call_command("power", 10**6, criterion="coherence", distance=1)
