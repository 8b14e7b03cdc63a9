"""Tests of qualifications, training and annotators' statistics in the API."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from hits.models import Qualification
from judges.replies.importing import JudgeSettings, import_judge_run
from people.models import Act
from people.pool import add_to_pool
from quality.annotators.folding import fold_annotators
from recruiting.guests.making import make_guest
from tests import world
from tests.api.program import Program, whole
from tests.quality.study import enrolled, go_through, live

pytestmark = pytest.mark.django_db
TABLE = b"""item,systems,part,question,accepted,explanation
item-1,Heron,training,coherence,1|2,The words do not fit.
item-2,Heron,test,coherence,1,
"""


def test_a_qualification_is_made_once_granted_and_revoked():
    project = world.project()
    program = Program(world.researcher(project))
    add_to_pool(project=project, users=[world.annotator()], by=None)
    made = [program.made(f"projects/{project.pk}/qualifications", {"name": "Reads"}) for _ in "ab"]
    assert made[0] == made[1]
    address = f"qualifications/{made[0]['id']}"
    grant = {"people": ["ann"], "reason": "Known.", "expires": "2099-01-01"}
    assert [program.made(f"{address}/grant", grant)["changed"] for _ in "ab"] == [1, 0]
    (row,) = program.read(f"{address}/people")["results"]
    assert (row["person"], row["origin"], row["expires_at"]) == (
        "ann",
        "hand",
        "2099-01-02T00:00:00Z",
    )
    assert program.read(address)["people"] == 1
    past = program.post(f"{address}/grant", {**grant, "expires": "2001-01-01"})
    unknown = program.post(f"{address}/grant", {**grant, "people": ["nobody"]})
    assert [answer.json()["problems"][0]["path"] for answer in (past, unknown)] == [
        "expires",
        "people",
    ]
    revoke = {"people": ["ann"], "reason": "A mistake."}
    assert program.made(f"{address}/revoke", revoke) == {"changed": 1}
    form = {"table": SimpleUploadedFile("people.csv", b"person\nann\n")}
    assert program.upload(f"{address}/table", form).json() == {"changed": 1}
    verbs = ["qualified", "disqualified", "qualified"]
    acts = Act.objects.filter(verb__in=verbs).order_by("pk")
    assert list(acts.values_list("verb", flat=True)) == verbs


def test_training_of_a_draft_is_changed_and_its_hits_taken_from_a_table():
    project = world.project()
    batch = world.draft_batch(project, world.dataset(project, items=6, systems=("Heron",)))
    program, address = Program(world.researcher(project)), f"batches/{batch.pk}/training"
    seen = {"HTTP_IF_MATCH": program.get(address)["ETag"]}
    terms = {"qualification": "Reads captions", "test_threshold": 75, "test_retries": 2}
    answers = [program.ask("PATCH", address, terms, **seen) for _time in range(2)]
    assert [answer.status_code for answer in answers] == [200, 412]
    form = {"table": SimpleUploadedFile("training.csv", TABLE)}
    shown = program.upload(f"{address}/table", form).json()
    assert (shown["qualification"], shown["test_threshold"], shown["hits"]) == (
        "Reads captions",
        75,
        2,
    )
    listed = program.read(f"{address}/hits")
    assert listed["following"] is None
    assert [(hit["purpose"], hit["item"]) for hit in listed["hits"]] == [
        ("training", "item-1"),
        ("test", "item-2"),
    ]
    other = Program(world.outsider())
    assert other.ask("PATCH", address, terms).status_code == 404


def test_who_came_how_far_and_a_decision_by_hand():
    batch = live()
    part = enrolled(batch, world.annotator())
    go_through(part)
    program, address = Program(world.researcher(batch.project)), f"batches/{batch.pk}/training"
    (person,) = program.read(f"{address}/people")["results"]
    assert (person["part"], person["attempts"][0]["part"]) == (part.pk, "training")
    before = person["qualified"]
    act = {"act": "revoke" if before else "grant", "reason": "We looked."}
    assert program.made(f"{address}/people/{part.pk}", act) == {"changed": 1}
    (person,) = program.read(f"{address}/people")["results"]
    assert person["qualified"] is not before
    assert whole(program.get(f"{address}/answers")).startswith(b"Pseudonym,Part,Attempt")
    assert program.ask("PATCH", address, {"test_retries": 1}).status_code == 409


def test_annotators_have_figures_once_they_are_computed():
    batch = world.live_batch(world.project())
    world.rate(world.annotator(), batch)
    program, address = Program(world.viewer(batch.project)), f"batches/{batch.pk}"
    (row,) = program.read(f"{address}/annotators")["results"]
    assert (row["submitted"], row["measures"], row["flags"]) == (1, {}, [])
    assert program.read(f"{address}/measures")["computed_at"] is None
    fold_annotators(batch_id=batch.pk)
    row = program.read(f"{address}/annotators/{row['part']}")
    assert row["measures"]["time"]["n"] == 1
    measures = program.read(f"{address}/measures")
    assert (measures["submitted"], measures["measures"][0]["name"]) == (1, "time")
    assert program.read(f"{address}/annotators?show=flagged")["results"] == []
    people = program.read(f"projects/{batch.project_id}/annotators?order=hits")
    (person,) = people["people"]
    assert (person["part"], person["hits"], people["following"]) == (row["part"], 1, None)


def test_a_judges_replies_are_read_with_what_was_wrong():
    batch = world.live_batch(world.project())
    (item, system), *_others = world.shown_systems(batch)
    good = "\n".join(f"Section {number}: 3" for number in range(1, 6))
    replies = [{"item": item, "system": system, "reply": good}]
    import_judge_run(batch=batch, settings=JudgeSettings(name="Run", model="m"), replies=replies)
    program = Program(world.viewer(batch.project))
    address = f"judge-runs/{batch.judge_runs.get().pk}/verdicts"
    (verdict,) = program.read(address)["results"]
    assert (verdict["item"], verdict["systems"], verdict["raw_reply"]) == (item, [system], good)
    assert verdict["answers"]["coherence"] == 3
    assert program.read(f"{address}?refused=true")["results"] == []


def test_all_who_are_qualified_are_named_by_one_statement():
    batch = world.live_batch(world.project())
    later = world.live_batch(batch.project, batch.dataset, title="Later")
    elsewhere = world.live_batch(world.project())
    tested = world.annotator()
    _first, latest, _other = (enrolled(each, tested) for each in (batch, later, elsewhere))
    qualification = Qualification.objects.create(project=batch.project, name="Reads")
    program, address = Program(world.viewer(batch.project)), f"qualifications/{qualification.pk}"

    def people():
        with CaptureQueriesContext(connection) as queries:
            rows = program.read(f"{address}/people")["results"]
        return {row["person"] for row in rows}, len(queries)

    qualification.people.create(user=tested, origin="test")
    assert people()[0] == {latest.pseudonym}
    _names, statements = people()
    qualification.people.create(user=world.second_annotator(), origin="hand", reason="x")
    qualification.people.create(user=make_guest(), origin="test")
    assert people() == ({latest.pseudonym, "ben", ""}, statements)
