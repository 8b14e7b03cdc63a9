"""Tests of export formats, filters and pseudonyms, compared with each other and with the
database."""

import csv
import io
import json
from datetime import date, datetime, timedelta

import pyarrow.parquet as pq
import pytest

from core.tabular.formulas import unguarded
from hits.exports import ExportChoice, count_rows, export_pieces
from hits.exports.pseudonyms import padded_keys
from hits.models import Assignment, Enrolment
from hits.review.decisions import approve_assignments, reject_assignments
from tests import world

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def module_batch(module_rows):
    """A live batch with five responses by three people. One is approved, and one is rejected and
    therefore excluded."""
    live = world.live_batch(
        world.project(), world.dataset(world.project(), items=4), annotators_per_hit=2
    )
    feedback = ["=1+1", 'He said "no", then\nleft', "ü 🎈", "\\n as written", ""]
    people = [world.annotator(), world.second_annotator(), world.person("cleo")]
    done = [
        world.rate(people[number % 3], live, world.GOOD | {"feedback": text or "Nothing."})
        for number, text in enumerate(feedback)
    ]
    approve_assignments(batch=live, ids=[done[0].pk], by=None)
    reject_assignments(batch=live, ids=[done[1].pk], reason="Too fast.", by=None)
    return live


def content(batch, **choices) -> bytes:
    return b"".join(export_pieces(batch, ExportChoice(**choices)))


def csv_rows(batch, **choices) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content(batch, **choices).decode(), newline="")))


def json_rows(batch, **choices) -> list[dict]:
    return [
        json.loads(line) for line in content(batch, file_format="jsonl", **choices).splitlines()
    ]


def parquet_rows(batch, **choices) -> list[dict]:
    return pq.read_table(io.BytesIO(content(batch, file_format="parquet", **choices))).to_pylist()


def as_words(value) -> str:
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%dT%H:%M:%S}.{value.microsecond // 1000:03}Z"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else str(value)
    return "" if value is None else str(value)


@pytest.mark.parametrize("table", ["wide", "long"])
@pytest.mark.parametrize("rows", [json_rows, parquet_rows])
def test_every_format_holds_the_same(batch, table, rows):
    wanted = [
        {name: unguarded(value) for name, value in row.items()}
        for row in csv_rows(batch, table=table)
    ]
    assert len(wanted) == (5 if table == "wide" else 30)
    assert [
        {name: as_words(value) for name, value in row.items()} for row in rows(batch, table=table)
    ] == wanted


def test_numbers_are_numbers_and_moments_are_moments(batch):
    row = parquet_rows(batch)[0]
    assert (row["Answer.coherence"], row["Reward"], row["Counted"]) == (1.0, 0.05, 1)
    stored = Assignment.objects.get(pk=row["AssignmentId"])
    assert abs(row["SubmitTime"] - stored.submitted_at) < timedelta(milliseconds=1)
    assert json_rows(batch)[0]["Answer.coherence"] == 1


def test_a_parquet_file_has_a_row_group_for_so_many_rows(batch, monkeypatch):
    monkeypatch.setattr("hits.exports.parquet.ROWS", 2)
    file = pq.ParquetFile(io.BytesIO(content(batch, file_format="parquet")))
    groups = [file.metadata.row_group(number).num_rows for number in range(file.num_row_groups)]
    assert groups == [2, 2, 1]


def test_answers_stand_first(batch):
    rubric = batch.rubric_version.spec
    answers = [f"Answer.{section.key}" for section in rubric.sections]
    assert list(csv_rows(batch)[0])[: len(answers) + 1] == [*answers, "HITId"]
    assert list(csv_rows(batch, table="long")[0])[:2] == ["Question", "Criterion"]


def test_a_byte_order_mark_is_csvs_alone_and_where_it_is_chosen(batch):
    mark = b"\xef\xbb\xbf"
    assert content(batch, bom=True) == mark + content(batch)
    assert content(batch, bom=True, file_format="jsonl") == content(batch, file_format="jsonl")


def submitted_days(batch) -> tuple[date, date]:
    """Return the first and last day of submission, which differ if midnight passes during
    set-up."""
    moments = sorted(
        Assignment.objects.filter(hit__batch=batch, submitted_at__isnull=False).values_list(
            "submitted_at", flat=True
        )
    )
    return moments[0].date(), moments[-1].date()


@pytest.mark.parametrize(
    ("choices", "rows"),
    [
        ({}, 5),
        ({"states": ("approved",)}, 1),
        ({"states": ("approved", "rejected")}, 2),
        ({"counted": True}, 4),
        ({"since": 0, "until": 0}, 5),
        ({"since": 1}, 0),
        ({"until": -1}, 0),
        ({"counted": True, "states": ("rejected",)}, 0),
    ],
)
def test_filters_and_the_count_agree(batch, choices, rows):
    first, last = submitted_days(batch)
    days = {"since": first, "until": last}
    choices = {
        name: days[name] + timedelta(days=value) if name in days else value
        for name, value in choices.items()
    }
    assert len(csv_rows(batch, **choices)) == rows
    assert count_rows(batch, ExportChoice(**choices)) == rows
    assert count_rows(batch, ExportChoice(table="long", **choices)) == 6 * rows


def test_only_those_annotators(batch):
    ann = batch.enrolments.get(annotator=world.annotator()).pseudonym
    assert {row["WorkerId"] for row in csv_rows(batch, annotators=(ann,))} == {ann}
    assert count_rows(batch, ExportChoice(annotators=(ann,))) == 2


def test_choices_go_to_json_and_back():
    choice = ExportChoice(
        states=("approved",),
        since=date(2026, 11, 27),
        until=date(2026, 11, 28),
        site="https://x.org",
    )
    assert ExportChoice.of(json.loads(json.dumps(choice.parameters()))) == choice


def test_a_stable_pseudonym_is_the_same_in_all_batches_of_a_project_and_no_other(batch):
    import hmac

    second = world.live_batch(batch.project, world.dataset(batch.project))
    elsewhere = world.live_batch(world.project(name="Lichens"))
    for live in (second, elsewhere):
        world.rate(world.annotator(), live)
    names = {
        live.pk: {
            row["AssignmentId"]: row["WorkerId"] for row in csv_rows(live, pseudonyms="project")
        }
        for live in (batch, second, elsewhere)
    }
    of_ann = [
        {
            names[live.pk][str(pk)]
            for pk in live.assignments.filter(
                annotator=world.annotator(), submitted_at__isnull=False
            ).values_list("pk", flat=True)
        }
        for live in (batch, second, elsewhere)
    ]
    assert of_ann[0] == of_ann[1] != of_ann[2]
    assert len(set(names[batch.pk].values())) == 3
    inner, _outer = padded_keys(batch.project_id)
    key = bytes(byte ^ 0x36 for byte in inner).rstrip(b"\0")
    digest = hmac.digest(key, str(world.annotator().pk).encode(), "sha256").hex()
    assert of_ann[0] == {f"P-{digest[:16].upper()}"}
    drawn = set(Enrolment.objects.values_list("pseudonym", flat=True))
    assert drawn & set(names[batch.pk].values()) == set()


def test_each_row_leads_to_its_page(batch):
    for row in csv_rows(batch, site="https://site.example"):
        assert row["Replay"] == f"https://site.example/admin/replay/{row['AssignmentId']}/"
