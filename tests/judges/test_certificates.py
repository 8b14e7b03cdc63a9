"""Tests of a judge's certificate: its page and file show the report's results on the locked
half."""

import json
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.urls import reverse

from analysis.comparison.covariates.catalogue import NO_MAKER, TOO_FEW
from analysis.makers import makers_of
from analysis.report.certificate.contents import Certificate
from analysis.report.computing import perform_report
from analysis.requests import report_for
from judges.models import JudgeRun
from judges.replies.importing import JudgeSettings, import_judge_run
from judges.runs.plan import planned_calls
from stimuli.models import Output
from tests import world
from tests.api.program import Program
from tests.judges.test_importing import rate_with, reply, units
from tests.pages import signed_in, words

pytestmark = pytest.mark.django_db
ITEMS = 12
SCHEMA = Path(__file__).parents[2] / "docs" / "certificate.schema.json"


def judged(batch, part: str, name: str) -> JudgeRun:
    """Import a judge run with a reply on every output in the half `part`. The replies are 1, 2, 3
    in turn."""
    hits = {call.hit_id for call in planned_calls(JudgeRun(batch=batch, part=part))}
    chosen = set(batch.hits.filter(pk__in=hits).values_list("item__external_id", flat=True))
    rows = [
        {"item": item, "system": system, "reply": reply(1 + place % 3)}
        for place, (item, system) in enumerate(units(batch))
        if item in chosen
    ]
    settings = JudgeSettings(name=name, model="a-model", parameters={"temperature": 0})
    return import_judge_run(batch=batch, settings=settings, replies=rows).run


@pytest.fixture
def batch():
    owner = world.project()
    made = world.live_batch(owner, world.dataset(owner, items=ITEMS), annotators_per_hit=2)
    values = [1 + place % 3 for place in range(len(units(made)))]
    rate_with(world.annotator(), made, values)
    rate_with(world.second_annotator(), made, values[:-1] + values[:1])
    return made


def reported(batch):
    report = report_for(batch)
    perform_report(report_id=report.pk)
    report.refresh_from_db()
    return report


def file_of(client, report, run) -> dict:
    name = f"certificate-{run.pk}.json"
    return client.get(f"/batches/{report.batch_id}/report/{report.pk}/files/{name}").json()


def test_a_certificate_says_what_was_found_on_the_locked_half(batch):
    tuned, run = judged(batch, "writing", "Tuned"), judged(batch, "locked", "Measured")
    report = reported(batch)
    client = signed_in(world.viewer(batch.project))
    page = words(client.get(f"/batches/{batch.pk}/report/"))
    assert "Certificate: Measured" in page
    assert "Certificate: Tuned" not in page
    found = file_of(client, report, run)
    Certificate.model_validate(found)
    assert (found["judge"]["model"], found["judge"]["parameters"]) == (
        "a-model",
        {"temperature": 0},
    )
    assert (found["look"], found["looks"]) == (1, 1)
    assert found["rubric"]["sha256"] == batch.rubric_version.sha256
    locked = {call.hit_id for call in planned_calls(JudgeRun(batch=batch, part="locked"))}
    assert (found["data"]["hits"], found["replies"]) == (
        len(locked),
        {"read": len(locked), "refused": {}},
    )
    natural = next(each for each in found["agreement"] if each["criterion"] == "naturalness")
    assert natural["judge"]["value"] > 0.9
    assert natural["judge"]["n"] == len(locked)
    assert (natural["verdict"], found["declared"]["margin"]) == (None, None)
    whole = report.created_at + timedelta(days=90)
    assert found["valid_until"] == whole.date().isoformat()
    address = f"/batches/{batch.pk}/report/{report.pk}/certificate/{run.pk}/"
    shown = words(client.get(address))
    assert f"Replies read in full {len(locked)}" in shown
    assert found["data"]["sha256"] in shown
    assert client.get(address.replace(f"/{run.pk}/", f"/{tuned.pk}/")).status_code == 404
    assert signed_in(world.outsider()).get(address).status_code == 404


def test_another_output_has_another_hash_and_a_second_look_is_counted(batch):
    run = judged(batch, "locked", "Measured")
    client = signed_in(world.viewer(batch.project))
    before = file_of(client, reported(batch), run)
    hit = batch.hits.get(pk=planned_calls(run)[0].hit_id)
    with connection.cursor() as cursor:  # the database itself refuses to change a used output
        cursor.execute("set local session_replication_role = replica")
        Output.objects.filter(pk__in=hit.output_ids).update(text="Another text.")
        cursor.execute("set local session_replication_role = origin")
    judged(batch, "locked", "Again")
    after = file_of(client, reported(batch), run)
    assert before["data"]["sha256"] != after["data"]["sha256"]
    assert (before["looks"], after["look"], after["looks"]) == (1, 1, 2)


def test_makers_are_declared_on_the_site_or_by_a_program_and_reach_the_certificate(batch):
    run = judged(batch, "locked", "Measured")
    researcher, viewer = world.researcher(batch.project), world.viewer(batch.project)
    client, address = signed_in(researcher), reverse("admin:makers", args=[batch.pk])
    reported(batch)
    assert "Makers of systems and judges" in words(client.get(f"/batches/{batch.pk}/report/"))
    assert list(makers_of([batch])) == ["Heron", "Moss", "Measured"]
    sent = client.post(address, {"0": " Ours ", "1": "Theirs", "2": ""})
    assert sent.headers["Location"] == f"/batches/{batch.pk}/report/"
    program = Program(researcher)
    makers = program.read(f"batches/{batch.pk}/makers")["makers"]
    assert makers == {"Heron": "Ours", "Moss": "Theirs", "Measured": ""}

    def effects():
        (found, *_others) = file_of(client, reported(batch), run)["agreement"]
        return found["length"]["reason"], found["own_family"]["reason"]

    assert effects() == (TOO_FEW, NO_MAKER)
    body = {"makers": {"Measured": "Ours"}}
    stored = program.made(f"batches/{batch.pk}/makers", body, status=200)
    assert stored["makers"] == {**makers, "Measured": "Ours"}
    assert effects() == (TOO_FEW, TOO_FEW)
    for wrong in ({"Nobody": "Ours"}, {"Heron": "x" * 81}):
        refused = program.post(f"batches/{batch.pk}/makers", {"makers": wrong})
        assert refused.status_code == 422
    assert Program(viewer).post(f"batches/{batch.pk}/makers", body).status_code == 403
    assert signed_in(viewer).get(address).status_code == 403
    assert signed_in(world.outsider()).get(address).status_code == 404
    assert "Makers of systems" not in words(signed_in(viewer).get(f"/batches/{batch.pk}/report/"))


def test_the_published_schema_is_that_of_the_file():
    assert json.loads(SCHEMA.read_text()) == Certificate.model_json_schema()
