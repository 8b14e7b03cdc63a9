"""Tests of a section that depends on an answer, without JavaScript: display, checks, storage and
export."""

import csv
import io

import pytest

from hits.exports import dictionary_rows, stream
from hits.verification import verify
from surveys.loading import library_source
from surveys.versions.storing import load_version
from tests import world
from tests.hits.verification.test_verify import unguarded

pytestmark = pytest.mark.django_db
GATE = "    show_if: {section: coherence, is: [1, 2]}\n"
CLOSED = world.GOOD | {"coherence": 3}


def gated(source: str) -> str:
    """Return the rubric `source` with coverage asked only about coherent texts."""
    head = "  - key: coverage\n    kind: choice\n"
    assert head in source
    return source.replace(head, head + GATE)


@pytest.fixture
def batch(db):
    owner = world.project()
    source = gated(library_source("image-paragraph"))
    return world.live_batch(owner, rubric=load_version(source=source, project=owner))


@pytest.fixture
def claimed(client, batch):
    client.force_login(world.annotator())
    return world.claim(world.annotator(), batch)


def broken_promises() -> list[str]:
    return [one.check.name for one in verify() if one.count and "answers" in one.check.name]


def test_the_page_says_when_the_section_is_asked(client, claimed):
    html = client.get(world.hit_path(claimed)).content.decode()
    panel = html.partition('id="panel-coverage"')[2].partition("</section>")[0]
    assert 'data-gate="coherence"' in panel
    assert 'data-opens="1 2"' in panel
    assert html.count("Answer this only if your answer to “") == panel.count("data-gate-note") == 1


def test_a_closed_section_is_stored_as_not_asked(client, batch, claimed):
    # Without JavaScript it can be filled in: it is dropped.
    assert client.post(world.hit_path(claimed), CLOSED).status_code == 303
    stored = dict(claimed.answers.values_list("key", "number"))
    assert (stored["coherence"], stored["coverage.asked"]) == (3, 0)
    assert "coverage" not in stored
    text = b"".join(stream(batch, "wide")).decode()
    (row,) = csv.DictReader(io.StringIO(text, newline=""))
    assert (row["Answer.coverage"], row["Answer.coverage.asked"]) == ("", "0")
    meaning = {line[0]: line for line in dictionary_rows(batch)}["Answer.coverage.asked"]
    assert meaning[2:4] == ("Scene Coverage: asked", "asked")
    assert not broken_promises()


def test_an_open_section_is_required(client, claimed):
    opened = {**CLOSED, "coherence": 2}
    missing = client.post(world.hit_path(claimed), {**opened, "coverage": ""})
    assert missing.status_code == 422
    assert 'href="#q-coverage"' in missing.content.decode()
    assert client.post(world.hit_path(claimed), opened).status_code == 303
    assert claimed.answers.get(key="coverage.asked").value == 1
    assert not broken_promises()
    with unguarded():
        claimed.answers.filter(key="coverage").delete()
    assert broken_promises() == ["answers_complete"]


def test_a_page_with_a_mistake_keeps_what_the_draft_says_of_a_closed_section(client, claimed):
    draft = {"revision": 0, "data": {"coherence": "3", "coverage": "2"}}
    client.post(world.hit_path(claimed, "draft"), draft, content_type="application/json")
    sent = {key: value for key, value in CLOSED.items() if key != "coverage"}
    page = client.post(world.hit_path(claimed), {**sent, "syntax": ""})
    assert page.status_code == 422
    panel = page.content.decode().partition('id="panel-coverage"')[2].partition("</section>")[0]
    assert panel.count(" checked") == 1
