"""Tests of adjudication and model endpoints in the API."""

import pytest

from hits.models import Adjudication, Batch
from judges.models import JudgeEndpoint
from people.models import Act
from tests import world
from tests.api.program import Program

pytestmark = pytest.mark.django_db
APART = world.GOOD | {"coverage": "3"}


@pytest.fixture
def batch(module_batch, db):
    batch = Batch.objects.get(pk=module_batch.pk)
    batch.apart = module_batch.apart
    return batch


@pytest.fixture(scope="module")
def module_batch(module_rows):
    """A batch of one item and two systems. On one HIT, two people's scores differ by two."""
    project = world.project()
    live = world.live_batch(project, world.dataset(project, items=1), annotators_per_hit=2)
    first = world.rate(world.annotator(), live)
    claimed = world.claim(world.second_annotator(), live)
    while claimed.hit_id != first.hit_id:
        world.submit(claimed, world.GOOD)
        claimed = world.claim(world.second_annotator(), live)
    world.submit(claimed, APART)
    live.apart = first.hit_id
    return live


@pytest.fixture
def program(batch):
    return Program(world.researcher(batch.project))


def test_a_rule_finds_hits_and_one_is_decided(batch, program):
    address = f"batches/{batch.pk}/adjudication"
    empty = {"rule": None, "decided": 0, "hits": [], "following": None}
    assert program.read(address) == empty
    assert program.ask("PUT", address, {}).status_code == 422
    stated = program.ask("PUT", address, {"span": 2}).json()
    assert (stated["rule"]["span"], stated["hits"]) == (2, [batch.apart])
    assert program.read(f"{address}?after={batch.apart}")["hits"] == []
    hit = program.read(f"{address}/{batch.apart}")
    values = [answer["answers"]["coverage"] for answer in hit["answered"]]
    assert (sorted(values), hit["adjudicated"]) == ([1, 3], None)
    assert {question["key"] for question in hit["questions"]} == {*world.GOOD, "feedback"}
    wrong = program.post(f"{address}/{batch.apart}", {"answers": world.GOOD | {"coverage": 4}})
    assert [problem["path"] for problem in wrong.json()["problems"]] == ["answers.coverage"]
    decision = {"answers": world.GOOD | {"coverage": 2}}
    for _time in range(2):
        key = {"HTTP_IDEMPOTENCY_KEY": "d"}
        decided = program.made(f"{address}/{batch.apart}", decision, **key)
    assert decided["adjudicated"]["answers"]["coverage"] == 2
    assert Adjudication.objects.count() == 1
    assert program.read(address)["decided"] == 1
    act = Act.objects.get(verb="adjudicated")
    assert (act.subject_id, act.after) == (batch.pk, {"hit": batch.apart})


def test_an_answer_to_no_question_is_refused(batch, program):
    address = f"batches/{batch.pk}/adjudication/{batch.apart}"
    misspelt = program.post(address, {"answers": world.GOOD | {"feedbak": "Fine."}})
    paths = [problem["path"] for problem in misspelt.json()["problems"]]
    assert (misspelt.status_code, paths) == (422, ["answers.feedbak"])
    assert not Adjudication.objects.exists()


def test_an_answer_behind_a_closed_gate_is_refused():
    data = world.dataset(world.project(), items=1, systems=("Heron",))
    data.items.update(fields={"key_points": ["the first thing"]})
    live = world.live_batch(data.project, data, rubric=world.version("key-points"))
    address = f"batches/{live.pk}/adjudication/{live.hits.get().pk}"
    program = Program(world.researcher(data.project))
    keys = [question["key"] for question in program.read(address)["questions"]]
    mentioned, correct, reason = keys
    answers = {mentioned: 0, correct: 1, reason: "It is not there."}
    refused = program.post(address, {"answers": answers}).json()["problems"]
    assert [problem["path"] for problem in refused] == [f"answers.{correct}"]
    assert not Adjudication.objects.exists()
    del answers[correct]
    assert program.made(address, {"answers": answers})["adjudicated"]["answers"][mentioned] == 0


def test_the_rule_is_stated_only_where_it_is_as_it_was_seen(batch, program):
    address = f"batches/{batch.pk}/adjudication"
    seen = {"HTTP_IF_MATCH": program.get(address)["ETag"]}
    statuses = [program.ask("PUT", address, {"span": 2}, **seen).status_code for _time in range(2)]
    assert statuses == [200, 412]


def test_a_hit_is_its_own_batchs(batch, program):
    other = world.draft_batch(batch.project, batch.dataset)
    assert program.get(f"batches/{other.pk}/adjudication/{batch.apart}").status_code == 404
    viewer = Program(world.viewer(batch.project))
    decision = {"answers": world.GOOD}
    answer = viewer.post(f"batches/{batch.pk}/adjudication/{batch.apart}", decision)
    assert answer.status_code == 403


@pytest.mark.attack("GET")
def test_an_endpoint_is_made_and_changed_and_its_key_never_told(batch, program):
    address = f"projects/{batch.project_id}/endpoints"
    terms = {"name": "Judge", "base_url": "https://judge.example.org/v1", "key": "sk-secret"}
    made = program.made(address, terms, HTTP_IDEMPOTENCY_KEY="e")
    assert made == program.made(address, terms, HTTP_IDEMPOTENCY_KEY="e")
    assert (made["name"], made["has_key"], made["retries"]) == ("Judge", True, 4)
    assert JudgeEndpoint.objects.get().key == "sk-secret"
    assert "sk-secret" not in program.get(address).content.decode()
    one = f"endpoints/{made['id']}"
    assert program.ask("PATCH", one, {"retries": 2}).json()["retries"] == 2
    # A stored key is not sent to another address than the one it was entered for.
    elsewhere = program.ask("PATCH", one, {"base_url": "https://other.example.org/v1"})
    assert [problem["path"] for problem in elsewhere.json()["problems"]] == ["key"]
    local = program.ask("PATCH", one, {"base_url": "http://10.0.0.1/v1", "key": "x"})
    assert [problem["path"] for problem in local.json()["problems"]] == ["base_url"]
    assert JudgeEndpoint.objects.get().key == "sk-secret"
    nowhere = program.post(address, {"name": "Nowhere"})
    assert [problem["path"] for problem in nowhere.json()["problems"]] == ["base_url"]
    both = program.ask("PATCH", one, {"from_environment": True})
    assert [problem["path"] for problem in both.json()["problems"]] == ["from_environment"]
    acts = Act.objects.filter(subject_type="judges.judgeendpoint").order_by("pk")
    assert list(acts.values_list("verb", "after")) == [
        ("created", None),
        ("amended", {"fields": ["retries"]}),
    ]
