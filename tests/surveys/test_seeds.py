"""Tests that library rubrics match the documents they are based on."""

from pathlib import Path

import pytest

from surveys.base import Medium, Stimulus
from surveys.loading import library_rubric
from surveys.prompts import prompt_text
from surveys.prompts.own import PLACEHOLDER, own_template, placeholders, render_template
from tests.surveys.shown import SHOWN

SEEDS = Path(__file__).parents[3] / "shared/seeds"
FILES = {
    "contextual-caption-pair": "000_173d457b4a5a5655.txt",
    "key-points": "001_92f58230b6eea270.txt",
    "image-paragraph": "002_93b2cb474876b0a4.txt",
    "video-caption": "003_2426c7610a06ce3d.txt",
    "comparative-summary": "004_851609499cd0aa13.txt",
}


@pytest.fixture(params=sorted(FILES))
def pair(request):
    if not SEEDS.is_dir():
        pytest.skip("the seed documents are not on this machine")
    return library_rubric(request.param), (SEEDS / FILES[request.param]).read_text(
        encoding="utf-8", errors="replace"
    )


def test_criteria_have_the_documents_names(pair):
    rubric, text = pair
    missing = [
        one.title
        for one in rubric.criteria
        if one.title not in text and rubric.name != "key-points"
    ]
    assert missing == []


def test_markers_are_the_documents(pair):
    rubric, text = pair
    reply = rubric.reply
    markers = {
        "bracketed": lambda: [
            f"[{one.replace('{n}', n)}]" for one in reply.headers.values() for n in "12"
        ],
        "marks": lambda: list(reply.marks.values()),
        "tag": lambda: [f"{reply.lead} <{reply.tag}>"],
        "entry-json": lambda: [
            f'"{one}"' for one in (reply.root, reply.scores, reply.total, reply.reasons)
        ],
        "section-lines": lambda: [f"{reply.word} {n}: " for n in range(1, 6)],
    }[reply.format]()
    assert [marker for marker in markers if marker not in text] == []


def test_no_sentence_is_the_documents(pair):
    rubric, text = pair
    ours = [rubric.instructions, rubric.summary, *(one.definition for one in rubric.criteria)]
    ours += [
        option.text for one in rubric.sections if one.kind == "choice" for option in one.options
    ]
    ours += [
        anchor for one in rubric.sections if one.kind == "scale" for anchor in one.anchors.values()
    ]
    sentences = [
        part.strip()
        for whole in ours
        for part in whole.replace("\n", " ").split(".")
        if len(part.split()) >= 8
    ]
    assert [one for one in sentences if one in " ".join(text.split())] == []


# What a researcher says of the placeholders whose names do not tell.
SOURCES = {
    "contextual-caption-pair": {
        "Document": "page_title + section_title + body",
        "Highlight": "highlights",
    },
    "comparative-summary": {"system_message": "text: You compare products."},
}
FOUND = {
    "contextual-caption-pair": ["Document", "Highlight", "Caption_1", "Caption_2"],
    "key-points": ["key_points", "answer"],
    "image-paragraph": [],
    "video-caption": [
        "Reference", "Caption", "accuracy_score", "completeness_score", "conciseness_score", "relevance_score",
    ],
    "comparative-summary": ["system_message"],
}  # fmt: skip


def test_the_document_serves_as_a_prompt_template(pair):
    """All placeholders are filled, and the prompt contains everything that a person sees."""
    rubric, text = pair
    assert placeholders(text) == FOUND[rubric.name]
    template = own_template(rubric, text, SOURCES.get(rubric.name))
    shown = SHOWN[rubric.name]
    media = {need.name: Medium("/x") for need in rubric.fields() if need.type in {"image", "video"}}
    parts = render_template(rubric, Stimulus(shown.fields, media, shown.outputs), template)
    prompt = prompt_text(parts)
    assert PLACEHOLDER.findall(prompt) == []
    for output in shown.outputs:
        assert output.text in prompt
    for value in shown.fields.values():
        for word in value if isinstance(value, list) else [value]:
            for inner in word.values() if isinstance(word, dict) else [word]:
                assert str(inner if inner is not None else "N/A") in prompt
    seen = [
        block.field
        for block in rubric.stimulus
        if block.block in {"image", "video"} and block.judge_sees
    ]
    assert [part.content for part in parts if part.kind != "text"] == seen
