"""Tests of gold tables: which known answers they can contain, and errors that name their row."""

import pytest

from core.errors import DocumentError
from hits.models import Batch, GoldKey
from people.models import Act
from quality.gold.rules import rules_in_words
from quality.gold.uploading import GoldFrozen, set_gold
from surveys.loading import library_source
from surveys.versions.storing import load_version
from tests import world
from tests.hits.batches.test_designs import RUBRIC
from tests.hits.exports.test_show_if import gated

pytestmark = pytest.mark.django_db
HEADER = "item,systems,question,accepted\n"


@pytest.fixture
def batch() -> Batch:
    owner = world.project()
    return world.draft_batch(owner, world.dataset(owner, items=4))


@pytest.fixture
def pairs() -> Batch:
    owner = world.project()
    rubric = load_version(source=RUBRIC.format(per_page=2), project=owner)
    return world.draft_batch(owner, world.dataset(owner, items=4), rubric=rubric)


def upload(batch: Batch, tmp_path, text: str, name: str = "gold.csv") -> int:
    path = tmp_path / name
    path.write_text(text)
    return set_gold(batch_id=batch.pk, path=path, by=world.owner(batch.project))


def test_a_table_becomes_the_gold_of_a_draft(batch, tmp_path):
    rows = "item-1,Heron,coherence,1|2\nitem-1,Heron,syntax,1..2\nitem-2,Moss,coherence,3\n"
    assert upload(batch, tmp_path, HEADER + rows) == 2
    first, second = batch.gold_keys.order_by("pk")
    assert rules_in_words(first.rules) == "coherence: 1|2; syntax: 1..2"
    assert second.rules == [{"question": "coherence", "accepted": [3]}]
    assert second.item.external_id == "item-2"
    assert upload(batch, tmp_path, HEADER + "item-3,Moss,coherence,3\n") == 1
    assert [key.item.external_id for key in batch.gold_keys.all()] == ["item-3"]
    assert Act.objects.filter(subject_id=batch.pk, verb="amended").count() == 2


def test_an_order_between_the_outputs_of_a_page(pairs, tmp_path):
    upload(pairs, tmp_path, HEADER + "item-1,Moss|Heron,a.quality,<= b.quality\n")
    key = GoldKey.objects.get()
    assert key.rules == [{"question": "a.quality", "sign": "<=", "other": "b.quality"}]
    outputs = {output.system.name: output.pk for output in key.item.outputs.all()}
    assert key.output_ids == [outputs["Heron"], outputs["Moss"]]


def test_gold_that_no_answer_could_pass_is_refused(tmp_path):
    owner = world.project()
    rubric = load_version(source=gated(library_source("image-paragraph")), project=owner)
    draft = world.draft_batch(owner, world.dataset(owner, items=1), rubric=rubric)
    for row in ("coherence,1|3", "coherence,2..3"):
        with pytest.raises(
            DocumentError, match="is not asked after every accepted answer to “Text Coherence”"
        ):
            upload(draft, tmp_path, HEADER + f"item-1,Heron,coverage,1\nitem-1,Heron,{row}\n")
    asked = HEADER + "item-1,Heron,coherence,1|2\nitem-1,Heron,coverage,1\n"
    assert upload(draft, tmp_path, asked) == 1


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("item-9,Heron,coherence,1", "“item-9” was not found"),
        ("item-1,Reed,coherence,1", "no output of “Reed”. Choose from: Heron, Moss"),
        ("item-1,Heron|Moss,coherence,1", "shows 1 outputs, but this row names 2"),
        ("item-1,Heron,beauty,1", "“beauty” is not a question"),
        ("item-1,Heron,feedback,1", "“feedback” is not a question"),
        ("item-1,Heron,coherence,9", "row 2"),
        ("item-1,Heron,coherence,", "Write answers like 4|5"),
        ("item-1,Heron,coherence,2..1", "range “2..1” is empty"),
        ("item-1,Heron,coherence,< beauty", "“beauty” is not a question"),
    ],
)
def test_each_fault_is_named_and_nothing_is_changed(batch, tmp_path, row, said):
    upload(batch, tmp_path, HEADER + "item-1,Heron,coherence,1\n")
    with pytest.raises(DocumentError) as refused:
        upload(batch, tmp_path, HEADER + row + "\n")
    assert said in str(refused.value)
    assert batch.gold_keys.count() == 1


def test_a_table_without_its_columns_is_refused(batch, tmp_path):
    with pytest.raises(DocumentError, match="Missing columns: accepted"):
        upload(batch, tmp_path, "item,systems,question\nitem-1,Heron,coherence\n")


def test_the_gold_of_a_published_batch_stays(batch, tmp_path):
    world.publish(batch)
    with pytest.raises(GoldFrozen):
        upload(batch, tmp_path, HEADER + "item-1,Heron,coherence,1\n")
