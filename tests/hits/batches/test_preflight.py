"""Tests of the pre-publish checks: what each finds in the sample, and how findings are handled."""

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from hits.batches.cost_preview import cost_preview
from hits.batches.drafting import NotADraft
from hits.batches.preflight.checks.against_rubric import language_of
from hits.batches.preflight.choices import accept_findings, leave_items_out, take_items_in
from hits.batches.preflight.running import preflight
from hits.models import AcceptedFinding, LeftOutItem
from stimuli.models import ItemMedium, Medium, Output
from tests import world

pytestmark = pytest.mark.django_db
LONG = "A long enough text about a scene, number"


def picture(byte: str, project, **values) -> Medium:
    """Create a medium for a picture without storing its file. Its hash repeats `byte`."""
    size = {"width": 640, "height": 480}
    name = f"{byte}.png"
    return Medium.objects.create(
        project=project,
        sha256=byte * 32,
        content_type="image/png",
        original_name=name,
        **size | values,
    )


def stored(byte: str, project, **values) -> Medium:
    medium = picture(byte, project, **values)
    if not default_storage.exists(medium.storage_name):
        default_storage.save(medium.storage_name, ContentFile(b"a picture"))
    return medium


def show(batch, item: str, medium: Medium) -> None:
    """Replace the item's image with `medium`."""
    shown = ItemMedium.objects.filter(item__dataset=batch.dataset_id)
    shown.filter(item__external_id=item).update(medium=medium)


@pytest.fixture
def batch():
    """A draft with ten items and two systems in which the checks find nothing. Each item has its
    own image."""
    project = world.project()
    data = world.dataset(project, items=10)
    for number, item in enumerate(data.items.order_by("pk"), 1):
        ItemMedium.objects.filter(item=item).update(medium=stored(f"{number:02}", project))
    for output in Output.objects.filter(item__dataset=data):
        Output.objects.filter(pk=output.pk).update(text=f"{LONG} {output.pk}.")
    return world.draft_batch(project, data)


def write(batch, item: str, text: str, system: str = "Heron") -> None:
    Output.objects.filter(
        item__dataset=batch.dataset_id, item__external_id=item, system__name=system
    ).update(text=text)


def found(batch) -> dict[str, tuple[int, int]]:
    """Return the numbers of rows and items that each check found, by the check's name."""
    return {finding.check: (finding.rows, finding.items) for finding in preflight(batch).open}


def test_nothing_is_found_in_good_data(batch):
    seen = preflight(batch)
    assert (list(seen.open), seen.clean) == ([], 9)


@pytest.mark.parametrize(
    ("text", "check"),
    [
        (" … ", "empty_outputs"),
        ("A lake.", "short_outputs"),
        ("As an AI language model, I cannot see the picture, but it may be a harbour.", "named"),
        ("I am ChatGPT and this is a harbour in the evening.", "named"),
        ("A grey HERON, the system, stands in the shallow water of the lake.", "named"),
    ],
)
def test_a_text_is_found(batch, text, check):
    write(batch, "item-3", text)
    assert found(batch) == {{"named": "named_systems"}.get(check, check): (1, 1)}


@pytest.mark.parametrize(
    "text", ["静かな湖の上に小さな舟が一艘浮かんでいる。", "Herons fly over the lake at dusk."]
)
def test_a_text_that_is_fine_is_not(batch, text):
    write(batch, "item-3", text)
    assert found(batch) == {}


GERMAN = "Ein Boot liegt auf dem See, und der Steg ist nicht weit von einem Haus mit Garten"


def test_outputs_in_a_language_that_the_rubric_lacks(batch):
    for output in Output.objects.filter(item__dataset=batch.dataset_id):
        Output.objects.filter(pk=output.pk).update(text=f"{GERMAN} {output.pk}.")
    assert found(batch) == {}  # annotators can read the library's rubric in German
    batch.language = "en"
    [finding] = preflight(batch).open
    assert (finding.check, finding.may_leave_out) == ("other_language", False)
    assert finding.title.startswith("The outputs are in Deutsch")
    assert "written in: English" in finding.text


@pytest.mark.parametrize(
    ("texts", "language"),
    [
        ([f"{GERMAN}."] * 3, "de"),
        ([f"{GERMAN}."], ""),
        (["The boat is on the lake, and this is the house that it was built with."] * 3, "en"),
        (["静かな湖の上に小さな舟が一艘浮かんでいる。"] * 30, ""),
        ([], ""),
    ],
)
def test_a_language_is_named_only_if_its_words_are_many(texts, language):
    assert language_of(texts) == language


def test_a_name_is_shown_marked(batch):
    write(batch, "item-3", f"{LONG}. As Heron-1, I see a wooden jetty.")
    [finding] = preflight(batch).open
    [example] = finding.examples
    assert (example.item, example.system, example.marked) == ("item-3", "Heron", "Heron")
    assert example.before.endswith("As ")
    assert finding.title == "1 output names its own system or model"


def test_the_same_words_twice(batch):
    write(batch, "item-1", f"{LONG} one.")
    write(batch, "item-1", f"{LONG} one.", system="Moss")
    write(batch, "item-2", f"{LONG} two.")
    write(batch, "item-5", f"{LONG} two.")
    assert found(batch) == {"doubled_outputs": (4, 3)}


def test_media_that_are_lost_small_or_shown_twice(batch):
    show(batch, "item-1", stored("a1", batch.project, width=120, height=80))
    twice = stored("a2", batch.project)
    show(batch, "item-2", twice)
    show(batch, "item-3", twice)
    show(batch, "item-4", stored("a3", batch.project, size=7))
    show(batch, "item-5", picture("a4", batch.project))
    assert found(batch) == {
        "missing_media": (2, 2),
        "duplicate_media": (2, 2),
        "small_media": (1, 1),
    }
    assert [finding.check for finding in preflight(batch).musts] == ["missing_media"]


def test_a_field_that_no_item_fills(batch):
    rubric = world.version("contextual-caption-pair")
    batch.rubric_version = rubric
    batch.save(update_fields=["rubric_version"])
    [finding] = preflight(batch).open
    assert finding.title == (
        "The rubric shows fields that are blank for every item: "
        + ", ".join(need.name for need in rubric.spec.fields() if need.name != "image")
    )


def test_what_is_found_is_accepted_until_more_is_found(batch):
    user = world.researcher(batch.project)
    write(batch, "item-3", "A lake.")
    seen = preflight(batch)
    assert accept_findings(batch_id=batch.pk, findings=seen.open, by=user) == 1
    assert accept_findings(batch_id=batch.pk, findings=seen.open, by=user) == 0
    assert AcceptedFinding.objects.get().accepted_by == user
    assert [finding.check for finding in preflight(batch).accepted] == ["short_outputs"]
    write(batch, "item-4", "A quay.")
    assert found(batch) == {"short_outputs": (2, 2)}


def test_items_are_left_out_of_the_sample_and_taken_in(batch):
    user = world.researcher(batch.project)
    write(batch, "item-3", "As ChatGPT I would say that this is a harbour.")
    assert leave_items_out(batch_id=batch.pk, check="named_systems", by=user) == 1
    assert cost_preview(batch).cost.hits == 18
    assert found(batch) == {}
    assert [(done.check, done.items) for done in preflight(batch).left_out] == [
        ("named_systems", 1)
    ]
    assert LeftOutItem.objects.get().left_out_by == user
    world.publish(batch)
    assert batch.hits.filter(item__external_id="item-3").count() == 0
    with pytest.raises(NotADraft):
        take_items_in(batch_id=batch.pk, check="named_systems")
    with pytest.raises(IntegrityError, match="promised"), transaction.atomic():
        LeftOutItem.objects.all().delete()


def test_taken_in_again_they_take_part(batch):
    write(batch, "item-3", "A lake.")
    leave_items_out(batch_id=batch.pk, check="short_outputs", by=world.researcher(batch.project))
    assert take_items_in(batch_id=batch.pk, check="short_outputs") == 1
    assert cost_preview(batch).cost.hits == 20


def test_as_many_statements_for_many_findings_as_for_none(batch):
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            preflight(batch)
        return len(queries)

    asked()
    before = asked()
    for number in range(1, 8):
        write(batch, f"item-{number}", "As ChatGPT, a lake.")
        write(batch, f"item-{number}", "A lake.", system="Moss")
    assert asked() == before
