"""Tests of masking words in outputs that name their own system: annotators, judges and exports get
the same text."""

import csv
import io

import pytest
from django.db import IntegrityError, transaction

from hits.archive import delete
from hits.batches.amendments import amend_batch
from hits.batches.drafting import NotADraft, change_draft
from hits.batches.pilots import duplicate_batch
from hits.batches.preflight.choices import leave_items_out, mask_outputs, unmask_outputs
from hits.batches.preflight.running import preflight
from hits.batches.wishes import Wish
from hits.exports import dictionary_rows, stream
from hits.models import MaskedOutput
from hits.stimulus import hits_with_words, words_of_hit
from judges.models import JudgeRun
from judges.prompts.prompting import hit_prompt
from stimuli.models import Output
from tests import world
from tests.pages import signed_in, words

pytestmark = pytest.mark.django_db
TOLD = "As ChatGPT, I see what Heron sees: a harbour."
SHOWN = "[…], I see what […] sees: a harbour."
LONG = "A long enough text about a harbour, number"


@pytest.fixture
def batch():
    """A draft about one system with a sample of four items and long output texts."""
    project = world.project()
    data = world.dataset(project, items=6, systems=("Heron",))
    batch = world.draft_batch(project, data, sample_rule="count", sample_count=4)
    for output in Output.objects.filter(item__dataset=data):
        Output.objects.filter(pk=output.pk).update(text=f"{LONG} {output.pk}.")
    return batch


def tell(batch, *items: str) -> None:
    named = Output.objects.filter(item__dataset=batch.dataset_id, item__external_id__in=items)
    assert named.update(text=TOLD) == len(items)


def export(batch, table: str) -> list[dict[str, str]]:
    text = b"".join(stream(batch, table)).decode()
    return list(csv.DictReader(io.StringIO(text, newline="")))


def sampled(batch) -> list[str]:
    from hits.batches.sampling import drawn_ids

    return drawn_ids(batch, most=6)


def test_the_masked_words_are_what_people_judges_and_exports_get(batch):
    (first, *_others), rita = sampled(batch), world.researcher(batch.project)
    tell(batch, first)
    assert mask_outputs(batch_id=batch.pk, by=rita) == 1
    seen = preflight(batch)
    assert ("named_systems" in {finding.check for finding in seen.open}, seen.masked) == (False, 1)
    kept = MaskedOutput.objects.get()
    assert (kept.text, kept.check_name, kept.masked_by) == (SHOWN, "named_systems", rita)
    world.publish(batch)
    hit = batch.hits.get(item__external_id=first)
    ann, shown = world.annotator(), {}
    for _hit in range(4):
        claimed = world.claim(ann, batch)
        shown[claimed.hit_id] = words(signed_in(ann).get(world.hit_path(claimed)))
        world.submit(claimed, world.GOOD)
    assert [pk for pk, page in shown.items() if SHOWN in page] == [hit.pk]
    assert not any("ChatGPT" in page or "Heron" in page for page in shown.values())
    assert words_of_hit(hits_with_words([hit.pk])[hit.pk]).outputs[0].text == SHOWN
    run = JudgeRun.objects.create(
        batch=batch, name="R", model="m", rubric_sha256=batch.rubric_version.sha256, state="ready"
    )
    prompt = "".join(part.content for part in hit_prompt(run, None, hit, "a") if part.is_text)
    assert (SHOWN in prompt, "ChatGPT" in prompt) == (True, False)
    rows = {row["Item"]: row for row in export(batch, "wide")}
    assert (rows[first]["Input.output_a"], rows[first]["OutputsMasked"]) == (SHOWN, "a")
    assert {row["OutputsMasked"] for item, row in rows.items() if item != first} == {""}
    assert {row["Item"] for row in export(batch, "long") if row["OutputsMasked"]} == {first}
    assert "OutputsMasked" in {row[0] for row in dictionary_rows(batch)}
    assert Output.objects.get(pk=kept.output_id).text == TOLD, "the data stay as they are"


def test_the_choice_is_taken_back_until_it_is_promised(batch):
    first, second, *_others = sampled(batch)
    tell(batch, first, second)
    rita = world.researcher(batch.project)
    assert [mask_outputs(batch_id=batch.pk, by=rita) for _click in range(2)] == [2, 0]
    assert unmask_outputs(batch_id=batch.pk) == 2
    assert "named_systems" in [finding.check for finding in preflight(batch).open]
    mask_outputs(batch_id=batch.pk, by=rita)
    copy = duplicate_batch(batch=batch, by=rita)
    assert list(copy.masked_outputs.values_list("text", flat=True)) == [SHOWN] * 2
    world.publish(batch)
    with pytest.raises(NotADraft):
        unmask_outputs(batch_id=batch.pk)
    for change in (
        lambda: batch.masked_outputs.all().delete(),
        lambda: batch.masked_outputs.update(text="Other."),
        lambda: MaskedOutput.objects.create(
            batch=batch,
            output_id=batch.hits.last().output_ids[0],
            text="Other.",
            check_name="named_systems",
        ),
    ):
        with pytest.raises(IntegrityError, match="promised"), transaction.atomic():
            change()


def test_items_added_later_are_masked_likewise(batch):
    names = sampled(batch)
    others = set(batch.dataset.items.values_list("external_id", flat=True)) - set(names)
    tell(batch, names[0], *others)
    mask_outputs(batch_id=batch.pk, by=world.researcher(batch.project))
    world.publish(batch)
    amend_batch(batch_id=batch.pk, wish=Wish("items", items=2), key="k", by=None)
    masked = MaskedOutput.objects.filter(batch=batch).values_list("output__item__external_id")
    assert {name for (name,) in masked} == {names[0], *others}


def test_other_data_take_masks_and_items_left_out_away(batch):
    first, rita, old = sampled(batch)[0], world.researcher(batch.project), batch.dataset
    tell(batch, first)
    mask_outputs(batch_id=batch.pk, by=rita)
    Output.objects.filter(item__dataset=old, item__external_id=first).update(text="A lake.")
    leave_items_out(batch_id=batch.pk, check="short_outputs", by=rita)
    assert (batch.masked_outputs.count(), batch.left_out_items.count()) == (1, 1)
    change_draft(batch_id=batch.pk, changes={"dataset": world.dataset(batch.project)})
    assert (batch.masked_outputs.count(), batch.left_out_items.count()) == (0, 0)
    assert delete(row=old, by=rita), "nothing refers to them any more"


def test_without_masks_no_export_speaks_of_them(batch):
    world.publish(batch)
    assert "OutputsMasked" not in {row[0] for row in dictionary_rows(batch)}


def test_the_pre_flight_offers_it_and_takes_it_back(batch):
    tell(batch, sampled(batch)[0])
    client = signed_in(world.researcher(batch.project))
    address = f"/admin/batches/{batch.pk}/steps/publish/"
    assert "Mask names Exclude 1 item Accept finding" in words(client.get(address))
    client.post(address, {"act": "mask", "check": "named_systems"})
    assert "System names masked in 1 output Undo" in words(client.get(address))
    client.post(address, {"act": "unmask"})
    assert "named_systems" in [finding.check for finding in preflight(batch).open]
