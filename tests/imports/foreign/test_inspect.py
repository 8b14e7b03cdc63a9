"""Tests of Inspect logs: the tool's own files, agents' conversations and malicious archives."""

import json
import struct
import tracemalloc
import zipfile
from pathlib import Path

import pytest

from core.errors import DocumentError
from stimuli.imports import dataset_name
from stimuli.readers import archives
from stimuli.readers.finding import reader_of_path
from stimuli.readers.formats import inspect_logs
from surveys.conversations.turns import stored_turns
from tests.imports.foreign.test_formats import FILES, counts, read

LOG = {"eval": {"model": "m/one", "task": "captions", "scorers": []}, "status": "success"}
SCORERS = [{"name": "graded", "options": {"model": "openai/judge"}}]


def sample(number: int = 1, **values: object) -> dict:
    said = {"completion": f"Reply {number}."}
    return {"id": number, "epoch": 1, "input": "Why?", "output": said, "scores": {}, **values}


def archive(folder: Path, *samples: dict, header: dict = LOG, epoch: int = 1) -> Path:
    path = folder / "log.eval"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("_journal/start.json", json.dumps(header))  # the run has not ended
        for each in samples:
            file.writestr(f"samples/{each['id']}_epoch_{epoch}.json", json.dumps(each))
    return path


def test_an_archive_of_the_tool_itself():
    """The archive is packed with Zstandard. Only the first of its two epochs is used."""
    found, rows, scores = read(FILES / "inspect.eval")
    assert counts(found) == ("Inspect", 6, 3, 1, 3)
    assert (found["left_out"], found["unknown"]) == ({"score": 4, "repeat": 3}, {})
    assert {row["item"]: row["output"] for row in rows} == {
        "1": "A quiet quay at noon.",
        "mill": "The old mill wheel.",
        "3": "Some grass.",
    }
    assert rows[1]["instruction"] == "Describe the mill 🏡."
    assert [(row["metric"], row["value"]) for row in scores] == [
        *(("includes", 1.0), ("clarity", 0.8), ("includes", 1.0), ("includes", 0.0))
    ]
    assert found["scores"]["includes"]["best"] == "highest"
    assert found["scores"]["clarity"]["best"] == ""


def test_a_published_json_log():
    found, rows, scores = read(FILES / "inspect_agent.json")
    assert counts(found) == ("Inspect", 1, 1, 1, 1)
    assert (found["left_out"], found["unknown"]) == ({}, {})
    assert rows[0]["output"].startswith("I have already submitted the flag.")
    assert [row["value"] for row in scores] == [0.0]


def test_an_agents_run_is_a_conversation_with_its_attachments(tmp_path):
    messages = [
        {"role": "user", "content": "attachment://ab", "tool_call_id": ["c0"]},
        {
            "role": "assistant",
            "content": [
                {"type": "reasoning", "reasoning": "Hm."},
                {"type": "text", "text": "Wait."},
            ],
            "tool_calls": [{"id": "c1", "function": "bash", "arguments": {"cmd": "ls"}}],
        },
        {"role": "tool", "tool_call_id": "c1", "function": "bash", "content": "files\u0000"},
        {"role": "assistant", "content": [{"type": "image", "image": "data:x"}, "Done."]},
    ]
    attached = {"ab": "Count the files.", "cd": "data:image/png;base64,AAAA"}
    run = sample(messages=messages, attachments=attached, events=[{"deep": [1]}], novel=1)
    run["scores"] = {"graded": {"value": {"clear": 0.5, "true": "C"}}}
    header = {"eval": {**LOG["eval"], "scorers": SCORERS}}
    found, rows, scores = read(archive(tmp_path, run, header=header))
    assert (found["left_out"], found["unknown"]) == ({"media": 2}, {"novel": 1})
    turns = stored_turns(rows[0]["output_conversation"])
    assert [(turn.role, turn.text) for turn in turns] == [
        *(("user", "Count the files."), ("assistant", "Wait."), ("tool", "files�")),
        ("assistant", "Done."),
    ]
    assert (turns[1].reasoning, turns[1].calls[0].name, turns[2].name) == ("Hm.", "bash", "bash")
    assert {row["metric"]: row["value"] for row in scores} == {
        "graded.clear": 0.5,
        "graded.true": 1.0,
    }
    assert found["scores"]["graded.clear"]["by"] == "openai/judge"


def test_samples_that_failed_are_counted(tmp_path):
    samples = [sample(1, error={"message": "x"}), sample(2, invalidation={}), sample(3, output={})]
    samples[1]["invalidation"] = {"reason": "leaked"}
    found, rows, _scores = read(archive(tmp_path, *samples, sample(4)))
    assert (len(rows), found["left_out"]) == (1, {"error": 2, "no_output": 1})


def test_a_sample_that_refers_to_too_long_a_text_is_left_out(tmp_path, monkeypatch):
    monkeypatch.setattr(inspect_logs, "ATTACHED_LETTERS", 10)
    attached = {"ab": "Short.", "cd": "A long answer."}
    kept, lost = ({"completion": f"attachment://{name}"} for name in attached)
    samples = [sample(n, output=out, attachments=attached) for n, out in enumerate((kept, lost))]
    found, rows, _scores = read(archive(tmp_path, *samples))
    assert [row["output"] for row in rows] == ["Short."]
    assert found["left_out"] == {"too_long": 1}


def test_a_sample_that_is_nested_too_deeply_is_named(tmp_path):
    deep: dict = {}
    for _level in range(600):
        deep = {"in": deep}
    run = sample(messages=[{"role": "user", "content": "Why?", "metadata": deep}])
    said = refused(archive(tmp_path, run))
    assert (
        "samples/1_epoch_1.json: is nested too deeply. Leave out parts that people do not rate"
        in said
    )


def refused(path: Path) -> str:
    with pytest.raises(DocumentError) as error:
        read(path)
    return str(error.value)


def test_an_entry_that_unpacks_to_far_more_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(archives, "RATIO_FROM_BYTES", 10_000)
    bomb = sample(events=["x" * 3_000_000])
    assert "unpacks to" in refused(archive(tmp_path, bomb))
    monkeypatch.setattr(archives, "UNPACKED_BYTES", 1000)
    assert "log.eval: unpacks to more than" in refused(archive(tmp_path, bomb))


def test_a_table_of_contents_that_is_too_long_is_not_read(tmp_path, monkeypatch):
    path = archive(tmp_path, sample())
    content = bytearray(path.read_bytes())
    struct.pack_into("<L", content, content.rindex(archives.END) + 12, archives.DIRECTORY_BYTES + 1)
    path.write_bytes(content)
    with pytest.raises(DocumentError, match="contains too many files"):
        reader_of_path(path)


def with_signature_in_its_end(content: bytes) -> bytes:
    return content[:-6] + archives.END + content[-2:]


def with_signature_in_its_large_end(content: bytes) -> bytes:
    end = len(content) - archives.END_BYTES
    size = struct.unpack_from("<L", content, end + 12)[0]
    numbers = struct.pack("<QHHLLQQQ", 44, 45, 45, 0, 0, 2, 2, size)
    large = archives.END_64 + numbers + archives.END_64 + bytes(4)
    locator = archives.LOCATOR_64 + struct.pack("<LQL", 0, end, 1)
    return content[:end] + large + locator + content[end : end + 12] + bytes(4) + content[-6:]


@pytest.mark.parametrize(
    "tamper", [with_signature_in_its_end, with_signature_in_its_large_end], ids=["end", "large"]
)
def test_a_second_signature_hides_no_table_of_contents(tmp_path, monkeypatch, tamper):
    path = archive(tmp_path, sample())
    path.write_bytes(tamper(path.read_bytes()))
    assert len(zipfile.ZipFile(path).namelist()) == 2
    monkeypatch.setattr(archives, "DIRECTORY_BYTES", 10)
    with pytest.raises(DocumentError, match="contains too many files"):
        reader_of_path(path)


@pytest.mark.parametrize("behind", [b"x", archives.END, archives.END + bytes(30)])
def test_an_archive_with_something_behind_its_end_is_not_read(tmp_path, behind):
    path = archive(tmp_path, sample())
    path.write_bytes(path.read_bytes() + behind)
    assert reader_of_path(path) is None


def test_names_of_entries_lead_nowhere(tmp_path):
    with zipfile.ZipFile(archive(tmp_path, sample()), "a") as file:
        file.writestr("samples/../../../etc/x_epoch_1.json", json.dumps(sample(2)))
    before = {*tmp_path.rglob("*")}
    _found, rows, _scores = read(tmp_path / "log.eval")
    assert ([row["item"] for row in rows], {*tmp_path.rglob("*")}) == (["1", "2"], before)


def test_a_damaged_archive_names_the_sample(tmp_path):
    path = archive(tmp_path, sample(), sample(2, input="Why? " * 900))
    content = path.read_bytes()
    at = content.index(b"samples/2_epoch_1.json") + 60
    path.write_bytes(content[:at] + b"\xff" * 8 + content[at + 8 :])
    assert "log.eval: samples/2_epoch_1.json" in refused(path)


def test_a_large_log_needs_no_more_memory_than_a_small_one(tmp_path):
    """The events of a log are read in pieces."""
    events = [{"event": "model", "text": "x" * 50_000}] * 600  # 30 MB
    path = archive(tmp_path, sample(events=events), sample(2, events=events))
    tracemalloc.start()
    _found, rows, _scores = read(path)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (len(rows), most < 12_000_000) == (2, True)


@pytest.mark.parametrize(
    ("file", "name"),
    [
        (
            "2026-11-27T09-47-49-00-00_general-knowledge_fkBHs3ozsEhHhXKaokYHne.eval",
            "general-knowledge",
        ),
        ("results.json", "results"),
    ],
)
def test_a_dataset_is_named_like_the_task(file, name):
    assert dataset_name(file) == name
