"""The mission's own documents: sections, criteria, scales and markers of the library agree with them."""

from pathlib import Path

import pytest

from surveys.loading import library_rubric

SEEDS = Path(__file__).parents[2] / "shared/seeds"
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
    return library_rubric(request.param), (SEEDS / FILES[request.param]).read_text(encoding="utf-8", errors="replace")


def test_criteria_have_the_documents_names(pair):
    rubric, text = pair
    missing = [one.title for one in rubric.criteria if one.title not in text and rubric.name != "key-points"]
    assert missing == []


def test_markers_are_the_documents(pair):
    rubric, text = pair
    reply = rubric.reply
    markers = {
        "bracketed": lambda: [f"[{one.replace('{n}', n)}]" for one in reply.headers.values() for n in "12"],
        "marks": lambda: list(reply.marks.values()),
        "tag": lambda: [f"{reply.lead} <{reply.tag}>"],
        "entry-json": lambda: [f'"{one}"' for one in (reply.root, reply.scores, reply.total, reply.reasons)],
        "section-lines": lambda: [f"{reply.word} {n}: " for n in range(1, 6)],
    }[reply.format]()
    assert [marker for marker in markers if marker not in text] == []


def test_no_sentence_is_the_documents(pair):
    rubric, text = pair
    ours = [rubric.instructions, rubric.summary, *(one.definition for one in rubric.criteria)]
    ours += [option.text for one in rubric.sections if one.kind == "choice" for option in one.options]
    ours += [anchor for one in rubric.sections if one.kind == "scale" for anchor in one.anchors.values()]
    sentences = [
        part.strip() for whole in ours for part in whole.replace("\n", " ").split(".") if len(part.split()) >= 8
    ]
    assert [one for one in sentences if one in " ".join(text.split())] == []
