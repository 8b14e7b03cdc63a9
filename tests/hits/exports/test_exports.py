"""Tests that exports, read back, match the database value by value."""

import csv
import io
from datetime import UTC, datetime

import psycopg
import pytest
from django.core.management import call_command

from core.tabular.formulas import FORMULA_STARTS, unguarded
from hits.batches.input_names import InputNames, input_names
from hits.exports import dictionary_rows, stream
from hits.exports.columns import input_columns
from hits.models import HIT, Answer, Assignment, Batch
from hits.review.decisions import approve_assignments, reject_assignments
from hits.states import ANSWERED
from tests import world

pytestmark = pytest.mark.django_db
NASTY = [
    *('=HYPERLINK("x")', "＝1+1", "-1", "|sum", "\tTab", 'He said "no", then\nleft'),
    *("ü 🎈 'quoted'", "'=already"),
]


def read(batch, kind, **options) -> list[dict[str, str]]:
    text = b"".join(stream(batch, kind, **options)).decode()
    return list(csv.DictReader(io.StringIO(text, newline="")))


@pytest.fixture(scope="module")
def module_batch(module_rows):
    owner = world.project()
    data = world.dataset(owner, items=4)
    for item, text in zip(data.items.order_by("pk"), NASTY, strict=False):
        item.fields = {"note": text, "tags": ["a", "b"], 'odd "name" 100%': 1}
        item.save(update_fields=["fields"])
    for output, text in zip(
        type(item.outputs.first()).objects.filter(item__dataset=data).order_by("pk"),
        NASTY,
        strict=True,
    ):
        output.text = text
        output.save(update_fields=["text"])
    made = world.live_batch(owner, data)
    done = [
        world.rate(
            world.annotator(), made, world.GOOD | {"feedback": text, "syntax": str(number % 3 + 1)}
        )
        for number, text in enumerate(NASTY)
    ]
    approve_assignments(batch=made, ids=[done[0].pk], by=None)
    reject_assignments(batch=made, ids=[done[1].pk], reason="=Why?", by=None)
    return made


def test_long_equals_the_database(batch):
    found = {
        (int(row["AssignmentId"]), row["Question"]): int(row["Number"])
        if row["Number"]
        else unguarded(row["Text"])
        for row in read(batch, "long")
    }
    stored = {(one.assignment_id, one.key): one.value for one in Answer.objects.all()}
    assert len(stored) == 8 * 6
    assert found == stored


def test_wide_equals_the_database(batch):
    rows = read(batch, "wide")
    assert [int(row["AssignmentId"]) for row in rows] == list(
        Assignment.objects.filter(state__in=ANSWERED)
        .order_by("submitted_at")
        .values_list("pk", flat=True)
    )
    for row in rows:
        one = Assignment.objects.select_related("hit__item", "enrolment").get(
            pk=row["AssignmentId"]
        )
        answers = {
            key.removeprefix("Answer."): value
            for key, value in row.items()
            if key.startswith("Answer.")
        }
        stored = {answer.key: str(answer.value) for answer in one.answers.all()}
        assert {
            key: unguarded(value) if key == "feedback" else value for key, value in answers.items()
        } == stored
        assert unguarded(row["Input.output_a"]) == one.hit.outputs[0].text
        assert (row["Item"], row["System_a"], row["System_b"]) == (
            one.hit.item.external_id,
            one.hit.outputs[0].system.name,
            "",
        )
        assert (row["WorkerId"], row["RubricSHA256"], row["OrderShown"]) == (
            one.enrolment.pseudonym,
            one.rubric_sha256,
            "a",
        )
        assert (row["AssignmentStatus"], row["Reward"], unguarded(row["RequesterFeedback"])) == (
            one.state.capitalize(),
            "0.05",
            one.reason,
        )
        assert unguarded(row["Input.note"]) == one.hit.item.fields["note"]
        assert (row["Input.tags"], row['Input.odd "name" 100%']) == ('["a", "b"]', "1")
        submitted = datetime.strptime(row["SubmitTime"], "%Y-%m-%dT%H:%M:%S.%fZ").replace(
            tzinfo=UTC
        )
        assert abs((submitted - one.submitted_at).total_seconds()) < 0.001


def test_no_item_is_looked_through_for_the_columns_of_the_inputs(batch, django_assert_num_queries):
    one = Batch.objects.select_related("rubric_version").get(pk=batch.pk)
    with django_assert_num_queries(0):
        names = [column.name for column in input_columns(one)]
    assert names == [
        *("Input.note", 'Input.odd "name" 100%', "Input.tags", "Input.image", "Input.output_a")
    ]


def test_a_batch_has_the_names_of_what_it_shows_and_no_others():
    owner = world.project()
    data = world.dataset(owner, items=3)
    for item in data.items.all():
        item.fields = {item.external_id: "x", "all": "y"}
        item.save(update_fields=["fields"])
    batch = world.live_batch(owner, data, sample_rule="count", sample_count=1)
    shown = batch.hits.first().item.external_id
    assert input_names(batch) == InputNames(["all", shown], ["image"])
    assert input_names(world.draft_batch(owner, data)) == InputNames([], [])


@pytest.mark.parametrize("kind", ["long", "wide"])
def test_the_header_comes_before_anything_is_asked_of_the_database(
    batch, kind, django_assert_num_queries
):
    as_opened = Batch.objects.select_related("rubric_version").get(pk=batch.pk)
    pieces = stream(as_opened, kind)
    with django_assert_num_queries(0):
        first = next(pieces)
    names = list(read(batch, kind)[0])
    assert next(csv.reader([first.decode()])) == names


@pytest.mark.parametrize("kind", ["long", "wide"])
def test_rows_are_not_sorted_before_they_are_sent(batch, kind, monkeypatch):
    """Reading an index in order of submission lets the export of a million rows start
    immediately."""
    explained = []

    class Explaining(psycopg.ClientCursor):
        def copy(self, statement, *args, **options):
            query = statement.removeprefix("copy (").partition(") to stdout")[0]
            explained.extend(line for (line,) in self.execute(f"explain {query}").fetchall())
            return super().copy(statement, *args, **options)

    monkeypatch.setattr(psycopg, "ClientCursor", Explaining)
    assert len(read(batch, kind)) == (8 if kind == "wide" else 48)
    plan = [line.strip() for line in explained]
    sorted_by = [line for line in plan if line.startswith("Sort Key:") and "submitted_at" in line]
    assert [line for line in plan if "Disabled: true" in line] == []
    assert any("assignment_submitted" in line for line in plan)
    assert sorted_by == (["Sort Key: a.submitted_at, a.id, q.turn"] if kind == "long" else [])
    assert ("Presorted Key: a.submitted_at, a.id" in plan) == (kind == "long")


@pytest.mark.attack("exporting a formula")
def test_no_cell_begins_a_formula(batch):
    cells = [
        cell for kind in ("long", "wide") for row in read(batch, kind) for cell in row.values()
    ]
    assert [cell for cell in cells if cell[:1] in set(FORMULA_STARTS) - {"'"}] == []
    assert '\'=HYPERLINK("x")' in cells


def test_every_column_is_in_the_dictionary(batch):
    explained = {row[0] for row in dictionary_rows(batch)}
    for kind in ("long", "wide"):
        assert set(read(batch, kind)[0]) - explained == set()


def test_only_the_main_purpose_by_default(batch):
    HIT.objects.filter(pk=batch.hits.order_by("pk").first().pk).update(purpose="gold")
    assert len(read(batch, "wide")) == 7
    assert len(read(batch, "wide", purposes=("main", "gold"))) == 8


def test_pairs_are_exported_by_output_with_their_position():
    """Positions come from the shown order. This rubric asks nothing per output, so the column is
    empty."""
    batch = world.live_batch(world.project())
    world.rate(world.annotator(), batch)
    rows = read(batch, "long")
    assert {row["Position"] for row in rows} == {""}
    assert {row["System"] for row in rows} == {rows[0]["System_a"]}


def test_the_command_and_the_page_write_the_same(batch, client, tmp_path):
    call_command(
        "export_batch",
        batch.pk,
        "--format",
        "wide",
        "--site",
        "http://testserver",
        "--output",
        str(tmp_path / "wide.csv"),
    )
    client.force_login(world.researcher(batch.project))
    response = client.get(f"/batches/{batch.pk}/export/wide.csv")
    assert b"".join(response.streaming_content) == (tmp_path / "wide.csv").read_bytes()
    assert response["Content-Disposition"] == f'attachment; filename="batch-{batch.pk}-wide.csv"'
    call_command(
        "export_batch",
        batch.pk,
        "--format",
        "long",
        "--bom",
        "--output",
        str(tmp_path / "long.csv"),
    )
    assert (tmp_path / "long.csv").read_bytes().startswith(b"\xef\xbb\xbfQuestion,")
