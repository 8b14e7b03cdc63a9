"""Power and precision of a draft: asked for on a page, by the API and by a command; done by a
worker."""

import json

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from analysis.power.asking import criteria_of
from hits.background.performing import perform_task
from hits.models import BackgroundTask, Batch
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
    assert "0 of 4 designs" in words(page)
    assert "0 of 4 designs" in words(client.get(step(draft), HTTP_HX_REQUEST="true"))
    perform_task(task_id=task.pk)
    assert client.get(step(draft), HTTP_HX_REQUEST="true").headers["HX-Refresh"] == "true"
    page = client.get(step(draft))
    rows = page.context["rows"]
    assert [(row.annotators, row.items) for row in rows] == [(1, 6), (2, 6), (3, 6), (5, 6)]
    assert [row.chance for row in rows] == sorted(row.chance for row in rows)
    assert [row.is_own for row in rows].count(True) == 1
    # A judge corrects no mean of fewer than ten items.
    assert ("Mean with the judge" in words(page), "changed since" in words(page)) == (False, False)
    assert client.post(step(draft), {"use": "5:6"})["Location"] == step(draft, "pay")
    draft.refresh_from_db()
    assert (draft.annotators_per_hit, draft.sample_count) == (5, 6)
    assert "changed since" not in words(client.get(step(draft)))
    Batch.objects.filter(pk=draft.pk).update(reward=9)
    assert "changed since" in words(client.get(step(draft)))
    task.parameters["wish"]["criterion"] = "one that the rubric no longer has"
    BackgroundTask.objects.update(parameters=task.parameters)
    page = client.get(step(draft))
    assert (page.status_code, "Chance and cost" in words(page)) == (200, False)


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
    for asked, words_of in (
        ({"distance": 1, "like": live.pk}, "two people"),
        ({"distance": 50}, "so far apart"),
    ):
        task = program.post(address, {"criterion": "coherence", **asked}).json()
        perform_task(task_id=task["id"])
        ended = BackgroundTask.objects.get(pk=task["id"])
        assert (ended.state, words_of in ended.error) == ("failed", True)
    with pytest.raises(CommandError, match="no batch"):
        call_command("power", 10**6, criterion="coherence", distance=1)
