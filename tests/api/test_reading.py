"""Tests of reading through the API: paginated lists, errors, ETags and exports."""

import csv
import io
import json

import jsonschema
import pyarrow.parquet as pq
import pytest

from hits.review.exclusions import exclude_assignments
from people.models import Act
from tests import world
from tests.api.program import Program, whole

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def module_batch(module_rows):
    return world.live_batch(world.project())


@pytest.fixture
def program(batch):
    return Program(world.viewer(batch.project), "read")


def test_batches_of_ones_own_projects_only(batch, program):
    world.rate(world.annotator(), batch)
    assert Program(None).get("batches").status_code == 401
    stranger = Program(world.outsider())
    assert stranger.read("batches")["results"] == []
    assert stranger.get(f"batches/{batch.pk}").status_code == 404
    assert [row["id"] for row in program.read("batches")["results"]] == [batch.pk]
    terms = program.read(f"batches/{batch.pk}")
    assert (terms["state"], terms["hits_made"], terms["systems"]) == ("live", 4, ["Heron", "Moss"])
    progress = program.read(f"batches/{batch.pk}/progress")
    assert progress["counts"] == {"free": 3, "submitted": 1}
    assert progress["coverage"] == {"items": 2, "complete": 0, "begun": 1, "untouched": 1}
    money = program.read(f"batches/{batch.pk}/money")
    assert money == {
        "currency": "USD",
        "escrowed": "0.24",
        "paid": "0.00",
        "fees": "0.00",
        "refunded": "0.00",
        "remaining": "0.24",
    }


def test_a_list_is_led_through_by_cursors_and_costs_the_same(batch, program):
    others = [world.draft_batch(batch.project, batch.dataset) for _number in range(2)]
    seen, address = [], "batches?limit=2"
    while address:
        page = program.read(address)
        seen += [row["id"] for row in page["results"]]
        address = page["next"]
    assert seen == [others[1].pk, others[0].pk, batch.pk]


def test_the_list_needs_as_many_queries_for_three_as_for_one(
    batch, program, django_assert_num_queries
):
    program.get("projects")  # notes that the token was used
    for more in range(2):
        with django_assert_num_queries(2):
            assert len(program.read("batches")["results"]) == 1 + 2 * more
        world.draft_batch(batch.project, batch.dataset)
        world.draft_batch(batch.project, batch.dataset)


def test_what_fails_is_a_problem_with_its_type(program):
    answer = program.get("batches/999999")
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")
    problem = answer.json()
    assert problem["request_id"] == answer["X-Request-Id"]
    assert (problem["type"], problem["problems"]) == ("/docs/api/#not-found", [])
    assert program.get("nothing/here").json()["status"] == 404
    assert program.ask("DELETE", "projects").json()["status"] == 405
    wrong = program.get("batches?state=dead&project=x").json()
    assert [(each["path"], each["what"]) for each in wrong["problems"]] == [
        ("project", "A valid integer is required."),
        ("state", '"dead" is not a valid choice.'),
    ]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("{", 400),
        ('{"name": "a\\u0000b"}', 400),
        ('{"name": "\\ud800"}', 400),
        ("[]", 422),
        ("7", 422),
        ('{"nmae": "x"}', 422),
        ("[" * 3000, 400),
    ],
)
def test_what_cannot_be_read_is_refused(batch, body, status):
    program = Program(world.owner(batch.project))
    assert program.post("projects", body).status_code == status


def test_what_has_not_changed_is_not_sent_again(batch, program):
    first = program.get(f"batches/{batch.pk}")
    again = program.get(f"batches/{batch.pk}", HTTP_IF_NONE_MATCH=first["ETag"])
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    world.rate(world.annotator(), batch)
    assert program.get(f"batches/{batch.pk}")["ETag"] == first["ETag"]


def test_answers_come_in_the_order_of_submission(batch, program):
    first = world.rate(world.annotator(), batch)
    second = world.rate(world.second_annotator(), batch)
    exclude_assignments(batch=batch, ids=[second.pk], rule="by hand", by=None)
    rows = program.read(f"batches/{batch.pk}/answers")["results"]
    assert [(row["assignment"], row["counted"]) for row in rows] == [
        (first.pk, True),
        (second.pk, False),
    ]
    assert rows[0]["answers"] == {name: int(value) for name, value in world.GOOD.items()}
    since = rows[1]["submitted_at"].replace("+", "%2B")
    later = program.read(f"batches/{batch.pk}/answers?since={since}")["results"]
    assert [row["assignment"] for row in later] == [second.pk]


def test_assignments_are_listed_in_every_state(batch, program):
    answer = world.rate(world.annotator(), batch)
    rows = program.read(f"batches/{batch.pk}/assignments")["results"]
    assert sorted(row["state"] for row in rows) == ["free", "free", "free", "submitted"]
    chosen = program.read(f"batches/{batch.pk}/assignments?state=submitted")["results"]
    assert [row["id"] for row in chosen] == [answer.pk]
    listed = program.read(f"batches/{batch.pk}/answers")["results"]
    assert [program.read(f"assignments/{answer.pk}")] == listed
    free = batch.assignments.filter(state="free").first()
    assert program.get(f"assignments/{free.pk}").status_code == 404


def test_an_export_is_the_desks_in_each_form(batch, program):
    world.rate(world.annotator(), batch)
    answer = program.get(f"batches/{batch.pk}/export?table=long")
    assert answer.status_code == 200, answer.content
    assert answer["Content-Disposition"] == f'attachment; filename="batch-{batch.pk}-long.csv"'
    rows = list(csv.DictReader(io.StringIO(whole(answer).decode())))
    lines = whole(program.get(f"batches/{batch.pk}/export?table=long&file_format=jsonl"))
    parquet = whole(program.get(f"batches/{batch.pk}/export?table=long&file_format=parquet"))
    names = list(rows[0])
    assert [list(json.loads(line)) for line in lines.splitlines()] == [names] * len(rows)
    assert pq.read_table(io.BytesIO(parquet)).column_names == names
    assert Act.objects.filter(verb="exported").count() == 3
    wrong = program.get(f"batches/{batch.pk}/export?annotators=Nobody")
    assert wrong.json()["problems"][0] == {
        "what": "“Nobody” was not found.",
        "path": "annotators",
        "line": None,
        "remedy": "",
    }


def test_a_snapshot_is_kept_and_read(batch):
    world.rate(world.annotator(), batch)
    program = Program(world.researcher(batch.project), "read write")
    snapshot = program.made(f"batches/{batch.pk}/snapshots", {"file_format": "jsonl"})
    address = f"batches/{batch.pk}/snapshots"
    assert program.read(address)["results"] == [snapshot]
    content = whole(program.get(f"{address}/{snapshot['sha256']}"))
    assert len(content) == snapshot["size"]
    assert len(content.splitlines()) == snapshot["rows"] == 1


def test_the_schema_is_openapi_31_and_every_answer_fits_it(batch, program):
    world.rate(world.annotator(), batch)
    document = Program(None).get("schema").json()
    assert document["openapi"].startswith("3.1")
    for name, address in {
        "BatchShape": f"batches/{batch.pk}",
        "ProgressShape": f"batches/{batch.pk}/progress",
        "PaginatedAnswerShapeList": f"batches/{batch.pk}/answers",
        "PaginatedProjectShapeList": "projects",
        "Balance": f"projects/{batch.project_id}/balance",
    }.items():
        reference = {"$ref": f"#/components/schemas/{name}"}
        jsonschema.validate(program.read(address), document | reference)


def test_everybody_may_read_the_reference(client):
    page = client.get("/api/v1/reference").content.decode()
    assert "GET /api/v1/batches/{batch}/progress" in page
    assert "/docs/api/" in page
