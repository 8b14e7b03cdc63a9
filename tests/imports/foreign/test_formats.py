"""Tests of each file format of other tools: what is read, left out or rejected."""

import json
from pathlib import Path

import pytest

from core.errors import DocumentError
from stimuli.imports.converting import converted
from stimuli.readers.finding import reader_of_path, readers
from surveys.conversations.turns import stored_turns

ROLES = ["user", "assistant", "tool", "assistant"]
FILES = Path(__file__).parent / "files"


def read(path: Path) -> tuple[dict, list[dict], list[dict]]:
    """Return the summary of the file's contents, its rows of outputs and its rows of scores."""
    reader = reader_of_path(path)
    assert reader is not None
    with converted(path, reader) as made:
        lines = [file.read_text().splitlines() for file in (made.table, made.scores)]
        rows, scores = ([json.loads(line) for line in each] for each in lines)
        rows = [{name: value for name, value in row.items() if value is not None} for row in rows]
        return made.contents.stored(), rows, scores


def counts(found: dict) -> tuple[str, int, int, int, int]:
    return tuple(found[name] for name in ("format", "records", "items", "systems", "outputs"))


def written(folder: Path, name: str, content: object) -> Path:
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


@pytest.mark.parametrize("name", ["promptfoo.json", "promptfoo.jsonl"])
def test_promptfoo(name):
    found, rows, scores = read(FILES / name)
    assert counts(found) == ("promptfoo", 6, 3, 2, 5)
    assert (found["left_out"], found["unknown"]) == ({"error": 1}, {})
    assert sorted((row["item"], row["system"]) for row in rows) == [
        *(("0", "heron"), ("0", "local:moss"), ("1", "local:moss")),
        *(("2", "heron"), ("2", "local:moss")),
    ]
    shown = next(row for row in rows if (row["item"], row["system"]) == ("0", "local:moss"))
    assert (shown["place"], shown["number"]) == ("the quay", 5)
    assert shown["instruction"] == "Describe the quay in 5 words."
    assert shown["output"] == '{"caption": "Two boats beside the quay 🚣.", "words": 5}'
    judged, checked = found["scores"].values()
    assert judged == {"values": 5, "by": "file://grader.js", "best": "highest", "low": 0, "high": 1}
    assert checked["by"] == ""
    assert {(row["metric"], row["value"]) for row in scores} == {
        ("names the place", 0.2),
        ("javascript: JSON.stringify(output).length < 60", 1),
    }


def promptfoo(*results: dict) -> dict:
    return {"evalId": "e", "results": {"version": 3, "prompts": [], "results": [*results]}}


def result(**values: object) -> dict:
    return {
        "promptIdx": 0,
        "testIdx": 0,
        "provider": {"id": "p"},
        "vars": {"q": "Why?"},
        "response": {"output": "So."},
        "prompt": {"label": "Short"},
        **values,
    }


def test_promptfoo_with_several_prompts_repeats_and_news(tmp_path):
    results = [result(), result(promptIdx=1, prompt={"label": "Long"}), result(novel=1)]
    results += [result(response={"output": "Another."}), result(testIdx=1, vars={"image": "a.png"})]
    found, rows, _scores = read(written(tmp_path, "r.json", promptfoo(*results)))
    assert (found["left_out"], found["unknown"]) == ({"repeat": 2}, {"novel": 1})
    assert [(row["item"], row["system"]) for row in rows] == [
        *(("0", "p · Short"), ("0", "p · Long"), ("1", "p · Short"))
    ]
    assert rows[2]["item_image"] == "a.png"  # no media were given


def test_every_eval_ever():
    found, rows, scores = read(FILES / "demo_samples.jsonl")
    assert counts(found) == ("Every Eval Ever", 1, 1, 1, 1)
    assert (found["left_out"], found["unknown"]) == ({}, {})
    assert rows == [
        {
            "item": "demo_0001",
            "system": "demo-org/demo-model",
            "output": "The answer is 4.",
            "instruction": "What is 2 + 2?",
            "reference": ["4"],
        }
    ]
    assert [row["value"] for row in scores] == [1.0]


def sample(**values: object) -> dict:
    line = json.loads((FILES / "demo_samples.jsonl").read_text())
    return line | values


def test_every_eval_ever_with_several_results_and_turns(tmp_path):
    turns = [
        {"turn_idx": 0, "role": "user", "content": "Ring them."},
        {"turn_idx": 1, "role": "assistant", "content": None, "tool_calls": [{"name": "ring"}]},
        {"turn_idx": 2, "role": "tool", "content": "No answer."},
        {"turn_idx": 3, "role": "assistant", "content": "They are out."},
    ]
    samples = [
        sample(),
        sample(evaluation_result_id="brevity", evaluation={"score": 0.5}),
        sample(sample_id="2", error="timeout"),
        sample(sample_id="3", output=None, messages=turns, novel=1),
        sample(evaluation_name="other", input={"raw": "What is 3 + 3?"}),
    ]
    path = written(tmp_path, "s.jsonl", "".join(f"{json.dumps(line)}\n" for line in samples))
    found, rows, scores = read(path)
    assert counts(found) == ("Every Eval Ever", 5, 3, 1, 3)
    assert (found["left_out"], found["unknown"]) == ({"error": 1}, {"novel": 1})
    assert [row["item"] for row in rows] == ["demo_0001", "3", "other demo_0001"]
    assert [turn.role for turn in stored_turns(rows[1]["output_conversation"])] == ROLES
    assert {row["metric"] for row in scores} == {"demo-source.demo_bench", "brevity"}


def test_messages(tmp_path):
    answer = {"role": "assistant", "content": "Because."}
    prompt = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Why?"}]
    chat = [{"from": "human", "value": "Hi."}, {"from": "gpt", "value": "Hello."}]
    lines = [
        {"messages": [*prompt, answer], "model": "m/one", "id": 7, "kind": "short", "tags": [1]},
        {"messages": [*prompt, answer], "model": "m/two", "id": 7, "kind": "short", "score": 0.5},
        {"conversations": [*chat, *chat], "scores": {"help": 1, "harm": "low"}},
        {"messages": prompt},
    ]
    path = written(tmp_path, "m.jsonl", "".join(f"{json.dumps(line)}\n" for line in lines))
    found, rows, scores = read(path)
    assert counts(found) == ("Messages", 4, 2, 3, 3)
    assert (found["left_out"], found["unknown"]) == ({"no_output": 1, "score": 1}, {"tags": 1})
    shown = {"kind": "short", "instruction": "Why?", "context": "system: Be brief."}
    assert rows[0] == {"item": "7", "system": "m/one", "output": "Because.", **shown}
    assert (rows[2]["item"], rows[2]["system"]) == ("3", "assistant")
    turns = stored_turns(rows[2]["output_conversation"])
    assert [turn.text for turn in turns] == ["Hi.", "Hello."] * 2
    assert [(row["metric"], row["value"]) for row in scores] == [("score", 0.5), ("help", 1.0)]


def test_a_message_that_only_calls_a_function_is_a_call(tmp_path):
    call = {"name": "ring", "arguments": '{"who": "them"}'}
    messages = [
        {"role": "user", "content": "Ring them."},
        {"role": "assistant", "content": None, "function_call": call},
        {"role": "function", "name": "ring", "content": "No answer."},
        {"role": "assistant", "content": "They are out.", "tool_calls": None},
    ]
    _found, rows, _scores = read(written(tmp_path, "m.jsonl", json.dumps({"messages": messages})))
    turns = stored_turns(rows[0]["output_conversation"])
    assert ([turn.role for turn in turns], turns[1].calls[0].name) == (ROLES, "ring")


def test_a_list_of_too_many_texts_is_counted_and_left_out(tmp_path):
    texts = [f"Text {number}." for number in range(51)]
    results = promptfoo(result(vars={"long": texts, "short": texts[:50]}))
    found, rows, _scores = read(written(tmp_path, "r.json", results))
    assert (rows[0]["short"], "long" in rows[0]) == (texts[:50], False)
    assert found["unknown"] == {"long": 1}


def test_an_aggregate_file_names_the_other_one(tmp_path):
    keys = ("evaluation_id", "source_metadata", "evaluation_results")
    with pytest.raises(DocumentError, match="whose name ends with _samples"):
        read(written(tmp_path, "a.json", dict.fromkeys(keys, 1)))


def test_a_table_is_no_file_of_another_tool(tmp_path):
    told = [{"role": "user", "content": "Hi."}]
    rows = [{"item_id": 1, "outputs": {"Heron": "A quay."}}, {"item": 1, "system": "a"}]
    rows += [{"item": 1, "output_conversation": told, "messages": told}, {"messages": 4}]
    rows.append({"id": 1, "messages": told, "model": "m", "Response": "Hello."})
    for content in ("item_id,system,output\n1,Heron,A quay.\n", *map(json.dumps, rows)):
        assert reader_of_path(written(tmp_path, "table.txt", content)) is None
    assert len(readers()) >= 2


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (promptfoo(), "has no output that can be rated in its 0 records"),
        (promptfoo({"testIdx": 1}), "row 1: is not a result"),
        (json.dumps(promptfoo(result(), result()))[:-90], "row 2: is not valid JSON"),
        ('{"evalId": 1, "results": {"results": [' + "[" * 100_000, "is nested too deeply"),
        ('{"evalId": 1, "results": {"results": [' + "9" * 5000 + "]}}", "number that is too large"),
        (json.dumps(promptfoo(result())) + "x", "more text after the end"),
        ('{"evalId": 1, "results": {"results": [7]}}', "row 1: is not an object"),
    ],
)
def test_what_is_wrong_is_named_with_its_row(tmp_path, content, words):
    with pytest.raises(DocumentError, match=words) as refused:
        read(written(tmp_path, "results.json", content))
    assert "results.json" in str(refused.value)
