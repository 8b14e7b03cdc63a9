"""Tests of “Cannot judge” without JavaScript: it is shown where allowed, stored as the section's
answer, and exported in its own column."""

import csv
import io

import pytest

from hits.exports import dictionary_rows, stream
from hits.verification import verify
from surveys.loading import library_source
from surveys.versions.storing import load_version
from tests import world

pytestmark = pytest.mark.django_db
KEY = "coverage.cannot_judge"
WHY = "The picture does not load."


def allowing(source: str, *sections: str) -> str:
    """Return the rubric `source` with “Cannot judge” allowed in the given sections."""
    for section in sections:
        head = f"  - key: {section}\n    kind: "
        assert head in source
        source = source.replace(head, f"  - key: {section}\n    cannot_judge: true\n    kind: ")
    return source


@pytest.fixture
def batch(db):
    owner = world.project()
    source = allowing(library_source("image-paragraph"), "coverage")
    return world.live_batch(owner, rubric=load_version(source=source, project=owner))


def answers(assignment) -> dict[str, object]:
    return {answer.key: answer.value for answer in assignment.answers.all()}


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Cannot judge"), ("de", "Nicht beurteilbar")]
)
def test_the_page_asks_below_the_one_section_that_allows_it(client, batch, language, words):
    claimed = world.claim(world.annotator(), batch)
    client.force_login(world.annotator())
    page = client.get(world.hit_path(claimed), headers={"accept-language": language})
    html = page.content.decode()
    assert html.count("data-cannot-judge") == html.count(f'name="{KEY}"') == 1
    assert f"<summary>{words}</summary>" in html
    assert html.index('name="coverage"') < html.index(f'name="{KEY}"') < html.index("feedback")


def test_a_reason_is_stored_instead_of_the_answer_and_exported(client, batch):
    claimed = world.claim(world.annotator(), batch)
    client.force_login(world.annotator())
    # Without JavaScript a radio button cannot be cleared: the reason counts.
    assert client.post(world.hit_path(claimed), world.GOOD | {KEY: WHY}).status_code == 303
    claimed.refresh_from_db()
    others = {key: 1 for key in world.GOOD if key != "coverage"}
    assert (claimed.state, answers(claimed)) == ("submitted", others | {KEY: WHY})
    text = b"".join(stream(batch, "wide")).decode()
    (row,) = csv.DictReader(io.StringIO(text, newline=""))
    assert (row["Answer.coverage"], row[f"Answer.{KEY}"]) == ("", WHY)
    meaning = {line[0]: line for line in dictionary_rows(batch)}
    assert meaning[f"Answer.{KEY}"][2:4] == ("Scene Coverage: cannot judge", "cannot_judge")
    assert not [one.check.name for one in verify() if one.count and "answers" in one.check.name]


def test_neither_answer_nor_reason_is_refused_and_a_draft_keeps_the_reason(client, batch):
    claimed = world.claim(world.annotator(), batch)
    client.force_login(world.annotator())
    blank = {**world.GOOD, "coverage": "", KEY: " "}
    assert client.post(world.hit_path(claimed), blank).status_code == 422
    draft = {"revision": 0, "data": {KEY: WHY}}
    client.post(world.hit_path(claimed, "draft"), draft, content_type="application/json")
    html = client.get(world.hit_path(claimed)).content.decode()
    assert f">{WHY}</textarea>" in html
    assert "<details" in html.split(f'name="{KEY}"')[0].rpartition("data-cannot-judge")[0]
