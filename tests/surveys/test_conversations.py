"""Tests of conversations: accepted formats, errors and their place, and the stored form."""

import hashlib
import json

import pytest

from core.errors import RateroomError
from surveys.base import Medium, ShownOutput
from surveys.conversations.reading import conversation_text, turns_of
from surveys.conversations.turns import (
    HEAD,
    Call,
    Turn,
    shortened,
    spoken,
    stored_form,
    stored_turns,
)

CALL = {"id": "c1", "type": "function", "function": {"name": "sh", "arguments": '{"cmd": "ls"}'}}
CHAT = [
    {"role": "developer", "content": "Be brief."},
    {"role": "user", "content": [{"type": "text", "text": "Files?"}], "refusal": None},
    {"role": "assistant", "content": None, "reasoning_content": "Look.", "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "c1", "content": {"files": ["a"]}},
    {"role": "assistant", "content": "One: a.", "timestamp": "2026-11-26T10:00:00Z", "tokens": 4},
]
TURNS = (
    Turn(role="system", text="Be brief."),
    Turn(role="user", text="Files?"),
    Turn(
        role="assistant",
        reasoning="Look.",
        calls=(Call(name="sh", arguments={"cmd": "ls"}, id="c1"),),
    ),
    Turn(role="tool", name="sh", text='{\n  "files": [\n    "a"\n  ]\n}'),
    Turn(role="assistant", text="One: a.", time="2026-11-26T10:00:00Z", tokens=4),
)
DEEP: list[object] = []
for _level in range(250):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    "written",
    [
        CHAT,
        {"messages": CHAT},
        json.dumps(CHAT),
        json.dumps({"turns": CHAT}),
        "\n".join(map(json.dumps, CHAT)),
    ],
)
def test_every_shape_is_stored_as_the_same_turns(written):
    text = conversation_text(written)
    assert stored_turns(text) == TURNS
    head, _end, lines = text.partition("\n")
    sha256 = hashlib.sha256(lines.encode()).hexdigest()
    assert json.loads(head) == {"schema": "conversation/1", "turns": 5, "sha256": sha256}
    assert conversation_text(text) == conversation_text(f"{text}\n") == text


@pytest.mark.parametrize(
    ("written", "what"),
    [
        ("Hello", "not valid JSON"),
        ("[]", "has no turns"),
        ("3", "has no turns"),
        ({"title": "x"}, "has no turns"),
        ([CHAT[0], {"role": "narrator"}], "turn 2, `role`: must be system, user"),
        ([{"role": "user", "mood": "calm"}], "turn 1, `mood`: is not a key of a turn"),
        ([{"role": "user", "tokens": -1}], "turn 1, `tokens`: must be 0 or more"),
        ([{"role": "user", "calls": [{"name": ""}]}], "turn 1, `calls.1.name`: must not be blank"),
        ([{"role": "user", "content": "a", "text": "b"}], "turn 1 has `text` under two names"),
        (
            [{"role": "user", "content": [{"type": "image_url"}]}],
            "turn 1 contains a part that is not text",
        ),
        ([{"role": "user", "text": "a\0"}], "NUL"),
        ('[{"role": "user", "calls": [{"name": "a", "arguments": NaN}]}]', "NaN"),
        ('{"role": "user", "text": "a"}\n{"role": ', "line 2 of the conversation"),
        ("[" * 100_000, "nested too deeply"),
        ([{"role": "user", "text": "a"}] * 2001, "2,001 turns, but at most 2,000"),
        ([{"role": "user", "text": "é" * 1_000_001}], "larger than 2 MB"),
        ([{"role": "user", "calls": [{"name": "a", "arguments": DEEP}]}], "nested too deeply"),
        (conversation_text(CHAT).replace("One", "Two"), "the hash in the first line"),
        (conversation_text(CHAT).replace("5", "999999999", 1), "the hash in the first line"),
        (
            conversation_text(CHAT).replace(HEAD, f'{HEAD}, "turns": 9'),
            "the hash in the first line",
        ),
        (f'{HEAD}, "a": {"[" * 100_000}', "the hash in the first line"),
        (stored_form([TURNS[0]] * 2001), "2,001 turns, but at most 2,000"),
        (stored_form([Turn(role="user", text="a\0")]), "NUL"),
    ],
)
def test_a_refusal_names_the_turn_and_a_remedy(written, what):
    with pytest.raises(RateroomError, match=what) as refused:
        conversation_text(written)
    assert refused.value.remedy


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_only_line_ends_end_a_turn(end):
    turns = [{"role": "user", "text": f"a{mark}b"} for mark in ("\u2028", "\x85")]
    written = end.join(json.dumps(turn, ensure_ascii=False) for turn in turns)
    stored = stored_turns(conversation_text(written))
    assert [turn.text for turn in stored] == ["a\u2028b", "a\x85b"]


def test_an_item_shows_no_stored_conversation_that_an_import_refuses():
    assert turns_of(stored_form(TURNS)) == TURNS
    assert turns_of(stored_form([TURNS[0]] * 2001)) == ()


def test_a_stored_text_that_was_damaged_is_plain_text():
    damaged = conversation_text(CHAT).replace("assistant", "[…]")
    assert stored_turns(damaged) == ()
    assert spoken(damaged) == damaged
    assert spoken(conversation_text(CHAT)) == "Be brief.\n\nFiles?\n\n\n\nOne: a."


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("short", "short"),
        ("a\n" * 30, "a\n" * 12),
        ("x" * 3000, "x" * 1000),
        ("y" * 700 + "\n" + "z" * 700, "y" * 700 + "\n"),
    ],
)
def test_a_long_text_is_cut_in_two_and_nothing_is_lost(text, head):
    parts = shortened(text)
    assert (parts.head, parts.head + parts.rest) == (head, text)


def test_an_output_shows_media_in_its_turns_and_the_others_before_them():
    media = [Medium(f"/{n}.png", kind="image") for n in (1, 2)]
    turns = [{"role": "tool", "text": "A page.", "media": [2, "9"]}]
    output = ShownOutput("a", 1, conversation_text(turns), media)
    assert output.media_apart == media[:1]
    assert [shown.media for shown in output.shown_turns] == [[media[1], Medium("")]]
    assert output.parts()[-1].content == "[Turn 1] tool:\n  [media: 2, 9]\n  A page."
