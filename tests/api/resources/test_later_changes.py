"""Tests of API changes to dataset names, caps of judge runs, and the masked outputs of a draft."""

from decimal import Decimal

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.urls import reverse

from judges.models import JudgeRun
from people.models import Act
from stimuli.models import Output
from stimuli.store import storage_name
from tests import world
from tests.api.in_process import client_of
from tests.api.program import Program
from tests.pages import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def program(project):
    return Program(world.owner(project), scopes="read write")


def paths(answer, status=422):
    assert answer.status_code == status, answer.content
    return [problem["path"] for problem in answer.json()["problems"]]


def test_a_dataset_gets_another_name_by_the_api_and_by_the_desk(project, program, monkeypatch):
    dataset, other = world.dataset(project), world.dataset(project)
    before = dataset.name
    address = f"datasets/{dataset.pk}"
    assert program.ask("PATCH", address, {"name": " Hawk moths "}).json()["name"] == "Hawk moths"
    act = Act.objects.latest("pk")
    assert (act.verb, act.subject_id, act.before, act.after) == (
        "amended",
        dataset.pk,
        {"name": before},
        {"name": "Hawk moths"},
    )
    number = Act.objects.count()
    assert program.ask("PATCH", address, {"name": "Hawk moths"}).status_code == 200
    assert Act.objects.count() == number, "A repeat is no act"
    for wrong in (other.name, "", "x" * 121):
        assert paths(program.ask("PATCH", address, {"name": wrong})) == ["name"]
    assert paths(program.ask("PATCH", address, {"project": 1})) == ["project"]
    assert program.read(address)["name"] == "Hawk moths"

    site = client_of(program, monkeypatch)
    assert site.rename_dataset(dataset.pk, name="Silk moths")["name"] == "Silk moths"
    page = reverse("admin:dataset", args=[dataset.pk])
    items = {f"items-{name}_FORMS": 0 for name in ("TOTAL", "INITIAL", "MIN_NUM", "MAX_NUM")}
    answer = signed_in(world.researcher(project)).post(page, {"name": "Owlets", **items})
    assert answer.status_code == 302
    dataset.refresh_from_db()
    act = Act.objects.latest("pk")
    assert (dataset.name, act.after, act.actor.username) == ("Owlets", {"name": "Owlets"}, "rita")


def test_a_name_is_not_changed_by_who_saw_another(project, program):
    address = f"datasets/{world.dataset(project).pk}"
    etag = program.get(address)["ETag"]
    assert program.ask("PATCH", address, {"name": "A"}, HTTP_IF_MATCH=etag).status_code == 200
    assert program.ask("PATCH", address, {"name": "B"}, HTTP_IF_MATCH=etag).status_code == 412


@pytest.fixture
def run(project):
    batch = world.live_batch(project)
    return JudgeRun.objects.create(
        batch=batch,
        name="R1",
        model="m",
        state=JudgeRun.State.READY,
        rubric_sha256=batch.rubric_version.sha256,
    )


def test_caps_of_a_run_change_while_nothing_is_asked(run, program, monkeypatch):
    address = f"judge-runs/{run.pk}"
    prices = {"price_in": "0.5000", "price_out": "1.5000"}
    caps = {"cost_cap": "2.50", "token_cap": 9000}
    assert paths(program.ask("PATCH", address, caps)) == [""], "A cost needs prices"
    run.refresh_from_db()
    assert (run.cost_cap, run.token_cap) == (None, None)
    changed = program.ask("PATCH", address, prices | caps).json()
    assert {name: changed[name] for name in prices | caps} == prices | caps
    act = Act.objects.latest("pk")
    assert (act.verb, act.before["token_cap"], act.after["token_cap"]) == ("amended", None, 9000)
    assert (
        client_of(program, monkeypatch).change_judge_run(run.pk, token_cap=None)["token_cap"]
        is None
    )
    assert paths(program.ask("PATCH", address, {"model": "other"})) == ["model"]
    JudgeRun.objects.filter(pk=run.pk).update(state=JudgeRun.State.RUNNING)
    refused = program.ask("PATCH", address, {"token_cap": 5})
    assert refused.status_code == 422
    assert "while the run is in progress" in str(refused.json()["problems"])
    run.refresh_from_db()
    assert (run.cost_cap, run.token_cap) == (Decimal("2.50"), None)


def test_the_desk_changes_a_run_by_the_same_function(run, project):
    client = signed_in(world.researcher(project))
    page = reverse("admin:change_judge_run", args=[run.pk])
    form = client.get(page).context["form"]
    values = {name: form[name].value() for name in form.fields} | {"token_cap": "700"}
    sent = {name: value for name, value in values.items() if value is not None}
    assert client.post(page, sent).status_code == 302
    run.refresh_from_db()
    act = Act.objects.latest("pk")
    assert (run.token_cap, act.after, act.actor.username) == (700, {"token_cap": 700}, "rita")


def test_outputs_that_name_their_system_are_masked_and_listed(project, program, monkeypatch):
    if not default_storage.exists(picture := storage_name("ab" * 32)):  # of the world's dataset
        default_storage.save(picture, ContentFile(b"a picture"))
    draft = world.draft_batch(project, world.dataset(project, items=1))
    own = Output.objects.filter(item__dataset=draft.dataset, system__name="Heron").get()
    Output.objects.filter(pk=own.pk).update(text="Heron sees a lake with two boats at dusk.")
    preflight, masked = (f"batches/{draft.pk}/{part}" for part in ("preflight", "masked"))
    named = next(each for each in program.read(preflight)["open"] if each["may_mask"])
    assert (named["check"], program.read(masked)["results"]) == ("named_systems", [])
    assert paths(program.post(preflight, {"act": "mask", "check": "short_outputs"})) == ["check"]
    after = program.made(preflight, {"act": "mask", "check": "named_systems"})
    assert (after["masked"], [each for each in after["open"] if each["may_mask"]]) == (1, [])
    (row,) = client_of(program, monkeypatch).list_masked_outputs(draft.pk)
    assert (row["item"], row["system"], row["check"]) == ("item-1", "Heron", "named_systems")
    assert row["original"] == "Heron sees a lake with two boats at dusk."
    assert row["text"].endswith("sees a lake with two boats at dusk.")
    assert "Heron" not in row["text"]
    after = program.made(preflight, {"act": "unmask", "check": "named_systems"})
    assert (after["masked"], program.read(masked)["results"]) == (0, [])
