"""Tests of judge runs through a provider's batch service: exported prompts and imported results."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.errors import DocumentError
from judges.models import JudgeRun
from judges.replies.importing import JudgeSettings, import_judge_run
from judges.replies.tables import read_replies
from judges.runs.batch_files import batch_lines, import_results
from tests.judges.test_running import text_batch

pytestmark = pytest.mark.django_db
State = JudgeRun.State


def a_run(**options) -> JudgeRun:
    batch = text_batch(3)
    return JudgeRun.objects.create(
        batch=batch,
        name="By batch",
        model="m",
        rubric_sha256=batch.rubric_version.sha256,
        state=State.READY,
        **options,
    )


def exported(run, provider="openai") -> list[dict]:
    return [json.loads(line) for line in batch_lines(run, provider)]


def openai_result(custom_id, text, finish="stop") -> dict:
    message = {"role": "assistant", "content": text}
    body = {
        "choices": [{"message": message, "finish_reason": finish}],
        "usage": {"prompt_tokens": 9, "completion_tokens": 2},
    }
    return {
        "id": "x",
        "custom_id": custom_id,
        "response": {"status_code": 200, "body": body},
        "error": None,
    }


def test_both_formats_hold_what_their_services_want():
    run = a_run(orders="both", parameters={"temperature": 0})
    hit = run.batch.hits.order_by("position").first()
    ours, theirs = exported(run)[0], exported(run, "anthropic")[0]
    assert len(exported(run)) == 6
    assert ours["custom_id"] == f"run{run.pk}-hit{hit.pk}-ab-1"
    assert (ours["method"], ours["url"]) == ("POST", "/v1/chat/completions")
    assert (ours["body"]["model"], ours["body"]["temperature"]) == ("m", 0)
    text = ours["body"]["messages"][0]["content"]
    assert hit.outputs[0].text in text
    assert theirs["params"]["messages"] == [
        {"role": "user", "content": [{"type": "text", "text": text}]}
    ]
    assert (theirs["params"]["max_tokens"], theirs["params"]["temperature"]) == (1024, 0)


def test_prompts_of_three_hits_are_written_in_as_many_statements_as_of_one():
    counts = []
    for limit in (1, 3):
        run = JudgeRun.objects.get(pk=a_run(hits_limit=limit).pk)
        with CaptureQueriesContext(connection) as queries:
            assert len(exported(run)) == limit
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_results_of_either_service_become_verdicts_with_usage():
    run = a_run()
    first, second, third = (one["custom_id"] for one in exported(run))
    lines = [
        openai_result(first, "Section 1: 2"),
        {
            "custom_id": second,
            "result": {
                "type": "succeeded",
                "message": {
                    "content": [{"type": "text", "text": "Section 1: 0"}],
                    "stop_reason": "end_turn",
                    "usage": {"input_tokens": 7, "output_tokens": 3},
                },
            },
        },
        {"custom_id": third, "result": {"type": "errored", "error": {"type": "overloaded_error"}}},
    ]
    result = import_results(run=run, lines=lines)
    assert (result.read, dict(result.failed), result.repeated) == (2, {"upstream_error": 1}, 0)
    stored = run.verdicts.order_by("pk").values_list(
        "tokens_in", "tokens_out", "finish_reason", "error_code"
    )
    assert list(stored) == [
        (9, 2, "stop", ""),
        (7, 3, "end_turn", ""),
        (None, None, "", "upstream_error"),
    ]
    assert [
        one.number for one in run.verdicts.order_by("pk")[0].answers.filter(key="preference")
    ] == [2]
    run.refresh_from_db()
    assert run.state == State.DONE


def test_a_file_imported_twice_changes_nothing_and_the_rest_can_follow():
    run = a_run()
    ids = [one["custom_id"] for one in exported(run)]
    lines = [openai_result(one, "Section 1: 1") for one in ids]
    assert import_results(run=run, lines=lines[:2]).read == 2
    run.refresh_from_db()
    assert run.state == State.PAUSED
    assert [one["custom_id"] for one in exported(run)] == ids[2:]
    again = import_results(run=run, lines=lines)
    assert (again.read, again.repeated, run.verdicts.count()) == (1, 2, 3)


@pytest.mark.parametrize(
    ("spoil", "what"),
    [
        (lambda one: one | {"custom_id": "run0-hit0-a-1"}, "was not found"),
        (
            lambda one: {key: value for key, value in one.items() if key != "custom_id"},
            "was not found",
        ),
    ],
)
def test_a_line_of_another_run_is_named_and_nothing_is_stored(spoil, what):
    run = a_run()
    lines = [openai_result(one["custom_id"], "Section 1: 1") for one in exported(run)]
    lines[1] = spoil(lines[1])
    with pytest.raises(DocumentError, match=what) as error:
        import_results(run=run, lines=lines)
    assert (error.value.problems[0].line, run.verdicts.count()) == (2, 0)


@pytest.mark.parametrize(
    "body", [None, {}, {"choices": []}, {"choices": [{}]}, {"error": {"message": "no"}}]
)
def test_a_result_without_a_message_is_an_upstream_error(body):
    run = a_run(hits_limit=1)
    (call,) = exported(run)
    line = {
        "custom_id": call["custom_id"],
        "response": {"status_code": 500, "body": body},
        "error": None,
    }
    assert dict(import_results(run=run, lines=[line]).failed) == {"upstream_error": 1}


def test_a_cut_off_reply_is_told_by_its_finish_reason():
    run = a_run(hits_limit=1)
    (call,) = exported(run)
    result = import_results(
        run=run, lines=[openai_result(call["custom_id"], "The first answer", "length")]
    )
    assert dict(result.failed) == {"truncated": 1}


def test_a_csv_with_columns_of_its_own(tmp_path):
    batch = text_batch(2)
    path = tmp_path / "replies.csv"
    path.write_text(
        "prompt_id,first,second,completion\ni0,Moss,Heron,Section 1: 1\ni1,Heron,Moss,Section 1: 1\n"
    )
    columns = {"item": "prompt_id", "system": "first", "system_b": "second", "reply": "completion"}
    run = import_judge_run(
        batch=batch,
        settings=JudgeSettings(name="CSV", model="m"),
        replies=read_replies(path, columns=columns),
    ).run
    stored = {
        one.hit.item.external_id: (one.shown_order, one.answers.get().number)
        for one in run.verdicts.all()
    }
    assert stored == {"i0": ("ba", 2), "i1": ("ab", 1)}


def test_a_column_that_is_not_there_is_named_with_those_that_are(tmp_path):
    path = tmp_path / "replies.csv"
    path.write_text("item,system,answer\nx,y,z\n")
    with pytest.raises(DocumentError) as error:
        list(read_replies(path, columns={"item": "nr"}))
    assert [str(one) for one in error.value.problems] == [
        "has no column “nr”. Choose one of item, system, answer.",
        "has no column for the reply. Choose one of item, system, answer.",
    ]


def test_a_mapping_of_a_name_that_there_is_not_is_told(tmp_path):
    path = tmp_path / "replies.csv"
    path.write_text("item,system,reply,text\nx,y,z,w\n")
    with pytest.raises(
        DocumentError, match="“answer” is not a column of imports. Use one of item, system"
    ):
        list(read_replies(path, columns={"answer": "text"}))
