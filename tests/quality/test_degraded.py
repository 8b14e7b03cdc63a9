"""Tests of degraded copies, which serve as gold: scoring them higher than the original fails, and
no batch compares them."""

import hashlib
import io

import pytest
from django.core.files.storage import default_storage
from django.db import IntegrityError, transaction
from PIL import Image

from hits.batches.drafting import begin_batch, change_draft
from hits.models import Assignment, Batch
from quality.gold.degraded import CannotDegrade, criteria, make_degraded_gold
from quality.gold.rules import rules_in_words
from quality.results import gold_by_annotator
from stimuli.copies.making import Way, copy_system, make_copy
from stimuli.copies.ways import blur, drop_sentence, sentences, swap_sentence
from stimuli.models import Output, System
from surveys.conversations.turns import HEAD
from tests import world
from tests.media import dataset_of, stored

TEXT = "A heron waits. It is 2.5 feet tall! Does it fish?\nNobody knows."
OTHER = "A train stops. Nobody knows."


def test_sentences_are_the_text():
    assert sentences(TEXT) == [
        "A heron waits. ",
        "It is 2.5 feet tall! ",
        "Does it fish?\n",
        "Nobody knows.",
    ]
    for text in (TEXT, "", "…", "No end", "一。二。", "a.b.c\n\n- d"):
        assert "".join(sentences(text)) == text


def test_a_sentence_is_dropped_or_swapped_by_the_seed_alone():
    dropped = {drop_sentence(TEXT, seed=str(seed)) for seed in range(40)}
    assert dropped == {
        "It is 2.5 feet tall! Does it fish?\nNobody knows.",
        "A heron waits. Does it fish?\nNobody knows.",
        "A heron waits. It is 2.5 feet tall! Nobody knows.",
        "A heron waits. It is 2.5 feet tall! Does it fish?",
    }
    assert drop_sentence(TEXT, seed="7") == drop_sentence(TEXT, seed="7")
    assert drop_sentence("One sentence.", seed="7") is None
    swapped = {swap_sentence(TEXT, OTHER, seed=str(seed)) for seed in range(40)}
    # “Nobody knows.” stands in both, so it is never what is taken.
    assert all(text.count("A train stops.") == 1 for text in swapped)
    assert len(swapped) == 4
    assert swap_sentence(TEXT, "Nobody knows.", seed="7") is None
    head = f'{HEAD}, "turns": 99999}}'
    assert {drop_sentence(f"One.\n{head}", seed=str(seed)) for seed in range(9)} == {"One.", None}
    assert swap_sentence("One.", head, seed="7") is None


def test_a_blurred_picture_has_its_size_and_no_edges():
    blurred = Image.open(io.BytesIO(blur(half_and_half())))
    assert (blurred.size, blurred.format) == ((80, 60), "PNG")
    assert 60 < blurred.getpixel((40, 30))[0] < 195
    assert blur(half_and_half()) == blur(half_and_half())


def half_and_half() -> bytes:
    image = Image.new("RGB", (80, 60), "white")
    image.paste("black", (0, 0, 40, 60))
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


@pytest.mark.django_db
def test_a_blurred_copy_is_stored_as_an_import_would_once():
    project = world.project()
    sharp = stored(project, half_and_half(), "image/png", width=80, height=60)
    data = dataset_of(project, (sharp,), items=2)
    first, second = Output.objects.filter(item__dataset=data).order_by("pk")
    system = copy_system(original=first.system, way=Way.BLURRED, seed=7)
    made = [
        make_copy(output=original, donor=donor, system=system, way=Way.BLURRED, seed=7)
        for original, donor in ((first, second), (second, first), (first, second))
    ]
    assert made[0] == made[2] != made[1]
    assert (made[0].kind, made[0].system) == (Output.Kind.IMAGE, system)
    blurred = made[0].output_media.get().medium
    assert made[1].output_media.get().medium == blurred != sharp  # of equal pictures one file
    with default_storage.open(blurred.storage_name) as file:
        content = file.read()
    assert hashlib.sha256(content).hexdigest() == blurred.sha256
    assert (blurred.size, blurred.width, blurred.height) == (len(content), 80, 60)
    assert (blurred.project, blurred.content_type) == (project, "image/png")
    # A file that another project's copy left there is taken as it is.
    other = stored(world.project(), half_and_half(), "image/png", width=80, height=60)
    (elsewhere,) = Output.objects.filter(item__dataset=dataset_of(other.project, (other,)))
    system = copy_system(original=elsewhere.system, way=Way.BLURRED, seed=7)
    copy = make_copy(output=elsewhere, donor=first, system=system, way=Way.BLURRED, seed=7)
    assert copy.output_media.get().medium.storage_name == blurred.storage_name
    assert copy.output_media.get().medium.project == other.project


@pytest.fixture
def draft(db) -> Batch:
    owner = world.project()
    data = world.dataset(owner, items=8)
    for output in Output.objects.filter(item__dataset=data):
        output.text = f"{output.text} It is about {output.item.external_id}. So it ends."
        output.save(update_fields=["text"])
    return world.draft_batch(owner, data, first_checks=4, most_annotators=2)


def degrade(batch: Batch, **changes) -> int:
    wish = {
        "batch_id": batch.pk,
        "system_id": batch.systems.get(name="Heron").pk,
        "way": "dropped sentence",
        "criterion": "coherence",
        "number": 2,
        "by": None,
    }
    return make_degraded_gold(**wish | changes)


def test_copies_are_gold_beside_their_originals_and_take_part_in_nothing(draft):
    assert "coherence" in {each.key for each in criteria(draft)}
    assert degrade(draft) == 2
    copies = System.objects.get(copy_of__name="Heron")
    assert copies.name == f"Heron · dropped sentence {draft.seed}"
    assert {rules_in_words(key.rules) for key in draft.gold_keys.all()} == {
        "",
        "coherence >= coherence of the original",
    }
    assert (draft.gold_keys.count(), draft.gold_keys.values("item").distinct().count()) == (4, 2)
    change_draft(batch_id=draft.pk, changes={}, systems=System.objects.values_list("pk", flat=True))
    begun = begin_batch(
        dataset=draft.dataset, version=draft.rubric_version, by=world.owner(draft.project)
    )
    for batch in (draft, begun):
        assert set(batch.systems.values_list("name", flat=True)) == {"Heron", "Moss"}
    batch = world.publish(draft)
    assert batch.hits.filter(purpose="gold").count() == 4
    main = batch.hits.filter(purpose="main").values_list("output_ids", flat=True)
    copied = set(copies.outputs.values_list("pk", flat=True))
    assert copied.isdisjoint(pk for ids in main for pk in ids)
    assert not set(batch.gold_keys.values_list("item", flat=True)) & set(
        batch.hits.filter(purpose="main").values_list("item", flat=True)
    )


def test_the_database_keeps_copies_out_of_batches(draft):
    degrade(draft)
    with pytest.raises(IntegrityError, match="worse copies"), transaction.atomic():
        draft.systems.add(System.objects.get(copy_of__isnull=False))


def test_the_same_seed_makes_the_same_copies(draft):
    degrade(draft)
    texts = dict(Output.objects.filter(system__copy_of__isnull=False).values_list("item", "text"))
    draft.gold_keys.all().delete()
    assert degrade(draft) == 2
    again = Output.objects.filter(system__copy_of__isnull=False)
    assert dict(again.values_list("item", "text")) == texts
    assert all(
        Output.objects.get(item=item, system__name="Heron").text != text
        for item, text in texts.items()
    )


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"way": "eaten"}, "Choose a system, a way"),
        ({"number": 0}, "Choose a system, a way"),
        (
            {"criterion": "feedback"},
            "Choose a criterion that is a preference or a score with a direction",
        ),
        ({"way": "blurred"}, "can be degraded"),
    ],
)
def test_what_cannot_be_made_worse_changes_nothing(draft, changes, problem):
    with pytest.raises(CannotDegrade, match=problem):
        degrade(draft, **changes)
    assert not draft.gold_keys.exists()
    assert not System.objects.filter(copy_of__isnull=False).exists()


def test_a_copy_that_is_scored_higher_than_its_original_fails(draft):
    """The best `coherence` is 1. The result needs scores of both the copy and the original."""
    degrade(draft, number=1)
    batch = world.publish(draft)
    copies = set(Output.objects.filter(system__copy_of__isnull=False).values_list("pk", flat=True))
    scores = {"ann": {True: "1", False: "3"}, "ben": {True: "2", False: "2"}}
    for user in (world.annotator(), world.second_annotator()):
        first = world.claim(user, batch)
        is_copy = set(first.hit.output_ids) <= copies
        world.submit(first, world.GOOD | {"coherence": scores[user.username][is_copy]})
        enrolment = first.enrolment_id
        assert gold_by_annotator(batch, [enrolment]) == {}
        second = world.claim(user, batch)
        assert second.hit.purpose == "gold"
        is_copy = set(second.hit.output_ids) <= copies
        world.submit(second, world.GOOD | {"coherence": scores[user.username][is_copy]})
        (result,) = gold_by_annotator(batch, [enrolment]).values()
        assert (result.passed, result.answered) == ((0, 1) if user.username == "ann" else (1, 1))
    assert Assignment.objects.filter(hit__purpose="gold", state="submitted").count() == 4


@pytest.mark.parametrize(
    ("rubric", "criterion", "rule"),
    [
        ("contextual-caption-pair", "consistency", "b.consistency <= a.consistency"),
        ("instruction-following-pair", "preference", "preference: "),
    ],
)
def test_on_a_page_of_two_the_copy_stands_beside_its_original(draft, rubric, criterion, rule):
    batch = world.draft_batch(draft.project, draft.dataset, rubric=world.version(rubric))
    assert degrade(batch, way="foreign sentence", criterion=criterion, number=1) == 1
    key = batch.gold_keys.get()
    systems = [Output.objects.get(pk=pk).system.name for pk in key.output_ids]
    assert systems == ["Heron", f"Heron · foreign sentence {batch.seed}"]
    assert rules_in_words(key.rules).startswith(rule)
    if criterion == "preference":
        # Of the answers for the copy, which is b, none is accepted.
        assert max(key.rules[0]["accepted"]) < 4
