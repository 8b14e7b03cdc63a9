"""Tests of creating a batch in steps: each step saves its fields and leads to the next."""

import re
from decimal import Decimal

import pytest
from django.core.files.base import ContentFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from hits.batches.publishing import publish_batch
from hits.batches.sampling import sample_ids, stratified_ids
from hits.models import Batch
from people.models import Act, Project
from stimuli.column_roles import Role
from stimuli.imports import perform_import
from stimuli.models import Dataset, DatasetImport, Item
from tests import world
from tests.imports.makers import LONG, csv_bytes
from tests.pages import signed_in, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("stored_picture")]
NEW = "/admin/batches/new/"


@pytest.fixture
def client(project):
    return signed_in(world.researcher(project))


def step(batch, key: str) -> str:
    return reverse("admin:batch_step", args=[batch.pk, key])


def people(**changed) -> dict[str, str]:
    """Return the submitted form of the step about annotators."""
    return {"title": "Wings", "audience": "everyone", "completion": "none"} | changed


def terms(**changed) -> dict[str, str]:
    """Return the submitted form of the step about pay and time."""
    return {
        "annotators_per_hit": "3",
        "order_of_work": "random",
        "reward": "0.30",
        "fee_rule": "flat",
        "flat_fee": "0.06",
        "expected_seconds": "1.25",
        "allotted_seconds": "30",
        "extensions": "10",
        "most_returns": "10",
        "least_reading_percent": "25",
        "progress": "spread",
        "scheme": "auto",
    } | changed


def test_a_draft_begins_with_the_data_and_ends_published(client, project):
    world.version()
    data = world.dataset(project, items=3)
    answer = client.post(NEW, {"dataset": data.pk})
    batch = Batch.objects.get()
    assert answer["Location"] == step(batch, "asked")
    assert [
        (act.verb, act.subject_id) for act in Act.objects.filter(subject_type="hits.batch")
    ] == [("created", batch.pk)]
    answer = client.post(step(batch, "asked"), {"rubric": batch.rubric_version_id})
    assert answer["Location"] == step(batch, "people"), "the sample needs nothing"
    systems = list(data.systems.values_list("pk", flat=True))
    drawn = {"systems": systems, "sample_rule": "count", "sample_count": "2", "seed": "7"}
    assert client.post(step(batch, "compared"), drawn)["Location"] == step(batch, "people")
    assert client.post(step(batch, "people"), people())["Location"] == step(batch, "publish")
    assert client.post(step(batch, "pay"), terms())["Location"] == step(batch, "publish")
    assert client.post(step(batch, "look"))["Location"] == step(batch, "publish")
    page = words(client.get(step(batch, "publish")))
    assert "Publish for $4.32" in page, "2 items x 2 systems x 3 annotators x 0.36"
    client.post(step(batch, "publish"))
    batch.refresh_from_db()
    assert (batch.state, batch.hits_planned, batch.fee) == ("publishing", 4, Decimal("0.06"))
    assert (batch.expected_seconds, batch.allotted_seconds, batch.created_by.username) == (
        75,
        1800,
        "rita",
    )
    assert client.get(step(batch, "people"))["Location"].endswith(f"/{batch.pk}/running/")


def test_whoever_has_no_project_is_led_to_make_one():
    answer = signed_in(world.person("newcomer", is_staff=True)).get(NEW, follow=True)
    assert answer.redirect_chain == [("/admin/projects/new/", 302)]
    assert (
        "Datasets, rubrics, batches and payments belong to a project. Create one, or ask a project owner to invite you."
        in answer.content.decode()
    )


def test_a_new_batch_takes_over_the_terms_of_the_last(client, project):
    world.draft_batch(project, reward=Decimal("0.42"), annotators_per_hit=5, consent_text="Yes.")
    client.post(NEW, {"dataset": world.dataset(project).pk})
    batch = Batch.objects.first()
    assert (batch.reward, batch.annotators_per_hit, batch.consent_text) == (
        Decimal("0.42"),
        5,
        "Yes.",
    )


def test_without_one_before_the_price_is_the_rubrics_or_none(client, project):
    world.version("image-paragraph")
    client.post(NEW, {"dataset": world.dataset(project).pk})
    batch = Batch.objects.get()
    assert (batch.reward, batch.flat_fee) == (Decimal("0.05"), Decimal("0.01"))


def test_the_rubric_that_suits_the_data_is_chosen(client, project):
    fitting = world.version("image-paragraph")
    client.post(NEW, {"dataset": world.dataset(project).pk})
    batch = Batch.objects.get()
    assert batch.rubric_version == fitting
    page = client.get(step(batch, "asked"))
    assert [card.version for card in page.context["suiting"]] == [fitting]
    lacking = {
        card.rubric.name: card.misfit.missing
        for card in page.context["others"]
        if card.misfit.missing
    }
    assert lacking["comparative-summary"] == ("query", "products")
    assert "Missing from the dataset: query, products" in words(page)
    assert "Languages: English, Deutsch, Español" in words(page)


def test_a_title_that_no_one_wrote_follows_the_rubric(client, project):
    world.version("image-paragraph")
    client.post(NEW, {"dataset": world.dataset(project).pk})
    batch = Batch.objects.get()
    assert batch.title == batch.rubric_version.spec.title
    other = world.version("answer-check")
    client.post(step(batch, "asked"), {"rubric": other.pk})
    batch.refresh_from_db()
    assert (batch.rubric_version, batch.title) == (other, other.spec.title)
    Batch.objects.update(title="Mine")
    client.post(step(batch, "asked"), {"rubric": world.version("image-paragraph").pk})
    batch.refresh_from_db()
    assert batch.title == "Mine"


def test_what_does_not_apply_is_not_asked(client, project):
    single = world.draft_batch(project)
    pairs = world.draft_batch(project, rubric=world.version("contextual-caption-pair"))
    form = client.get(step(single, "compared")).context["form"]
    assert sorted(form.fields) == [
        "sample_count",
        "sample_fraction",
        "sample_ids",
        "sample_rule",
        "seed",
        "systems",
    ]
    assert "pairing" in client.get(step(pairs, "compared")).context["form"].fields


def test_each_term_is_asked_once(client, project):
    batch = world.draft_batch(project)
    page = client.get(step(batch, "pay")).content.decode()
    names = re.findall(r'<(?:input|select|textarea)[^>]* name="(\w+)"[^>]* id="id_', page)
    assert "auto_approve_days" in names
    assert sorted(names) == sorted(set(names))


def test_a_step_that_is_wrong_says_so_and_keeps_what_was_entered(client, project):
    batch = world.draft_batch(project)
    page = client.post(step(batch, "pay"), terms(reward="much", annotators_per_hit="7"))
    assert page.status_code == 200
    assert "Enter a number." in words(page)
    assert 'value="7"' in page.content.decode()
    batch.refresh_from_db()
    assert batch.annotators_per_hit == 1
    page = client.post(
        step(batch, "compared"), {"sample_rule": "count", "seed": "7", "sample_count": ""}
    )
    assert {"systems", "sample_count"} <= page.context["form"].errors.keys()


def test_the_drawn_ids_are_those_of_the_formula(client, project):
    batch = world.draft_batch(
        project, world.dataset(project, items=9), sample_rule="fraction", sample_fraction="0.5"
    )
    page = client.get(step(batch, "compared"))
    ids = [f"item-{number}" for number in range(1, 10)]
    assert page.context["drawn"] == sample_ids(ids, seed=7, count=5)
    assert page.context["form"]["sample_fraction"].value() == "50"


def test_a_pasted_list_is_the_sample(client, project):
    batch = world.draft_batch(project, world.dataset(project, items=9))
    systems = list(batch.systems.values_list("pk", flat=True))
    form = {"systems": systems, "seed": "7", "sample_rule": "list"}
    page = client.post(step(batch, "compared"), form | {"sample_ids": "item-3\nitem-40\n"})
    assert "No item has these ids: item-40" in words(page)
    client.post(step(batch, "compared"), form | {"sample_ids": "item-3\nitem-5\nitem-3\n"})
    batch.refresh_from_db()
    assert batch.sample_ids == ["item-3", "item-5"]
    page = client.get(step(batch, "compared"))
    assert sorted(page.context["drawn"]) == ["item-3", "item-5"]
    assert page.context["preview"].cost.hits == 4


def test_each_value_of_a_field_has_its_share(client, project):
    data = world.dataset(project, items=12)
    themes = {}
    for item in data.items.all():
        themes[item.external_id] = "sea" if int(item.external_id[5:]) <= 8 else "town"
        Item.objects.filter(pk=item.pk).update(fields={"theme": themes[item.external_id]})
    batch = world.draft_batch(project, data)
    systems = list(batch.systems.values_list("pk", flat=True))
    form = {"systems": systems, "seed": "7", "sample_rule": "count", "sample_count": "6"}
    client.post(step(batch, "compared"), form | {"stratify_by": "theme"})
    drawn = client.get(step(batch, "compared")).context["drawn"]
    assert drawn == stratified_ids(themes, seed=7, count=6)
    assert [themes[external_id] for external_id in drawn].count("sea") == 4


def test_a_budget_says_what_it_buys_and_is_taken(client, project):
    batch = world.draft_batch(
        project, world.dataset(project, items=20), reward=Decimal("0.30"), flat_fee=Decimal("0.06")
    )
    page = client.get(step(batch, "pay") + "?budget=18,00")
    offers = [(offer.annotators, offer.items) for offer in page.context["offers"]]
    assert offers == [(1, 20), (2, 12), (3, 8), (5, 5)], "0.72 an item and annotator"
    page = client.get(step(batch, "pay") + "?budget=180")
    offers = [(offer.annotators, offer.items) for offer in page.context["offers"]]
    assert offers == [(1, 20), (2, 20), (3, 20), (5, 20), (12, 20)]
    client.post(step(batch, "pay"), {"use": "3:8"})
    batch.refresh_from_db()
    assert (batch.annotators_per_hit, batch.sample_rule, batch.sample_count) == (3, "count", 8)


def test_pay_below_the_projects_floor_is_told(client, project):
    batch = world.draft_batch(project, reward=Decimal("0.20"), expected_seconds=60)
    for floor, is_below in ((None, False), ("12.00", False), ("12.01", True)):
        Project.objects.update(hourly_floor=floor)
        page = client.get(step(batch, "pay"))
        assert page.context["is_below"] == is_below
        assert ("data-below hidden" not in page.content.decode()) == is_below


def test_price_and_sample_of_a_rubric_are_one_click(client, project):
    """The offers are those of a study of 2,489 pairs: 20 % or 500 of its images, with a reward of
    0.05 and a fee of 0.01."""
    batch = world.draft_batch(project, reward=Decimal("0.20"))
    client.post(step(batch, "pay"), {"terms": "0"})
    batch.refresh_from_db()
    assert (batch.reward, batch.flat_fee, batch.sample_rule, batch.sample_fraction) == (
        Decimal("0.05"),
        Decimal("0.01"),
        "fraction",
        Decimal("0.2"),
    )
    client.post(step(batch, "pay"), {"terms": "1"})
    batch.refresh_from_db()
    assert (batch.sample_rule, batch.sample_count, batch.sample_fraction) == ("count", 500, None)


def test_other_data_bring_their_systems(client, project):
    batch = world.draft_batch(project)
    other = world.dataset(project, systems=("Plover", "Kestrel", "Wren"))
    client.post(step(batch, "data"), {"dataset": other.pk})
    batch.refresh_from_db()
    assert batch.dataset == other
    assert set(batch.systems.all()) == set(other.systems.all())


def uploaded(client, project, content: bytes, name: str = "scenes.csv") -> DatasetImport:
    client.post(
        NEW, {"action": "upload", "project": project.pk, "table": ContentFile(content, name)}
    )
    return DatasetImport.objects.latest("pk")


def columns_path(record) -> str:
    return reverse("admin:batch_columns", args=[record.pk])


def test_columns_are_guessed_and_changed_by_select(client, project):
    table = [
        ["nr", "model", "text", "img", "page", "notes"],
        ["1", "Heron", "A quay.", "https://pictures.example.org/1.jpg", "Harbour", "ok"],
        ["1", "Moss", "Boats.", "https://pictures.example.org/1.jpg", "Harbour", "ok"],
    ]
    record = uploaded(client, project, csv_bytes(table))
    assert (record.state, record.dataset_name) == ("prepared", "scenes")
    page = client.get(columns_path(record))
    roles = {column.name: column.role.value for column in page.context["columns"]}
    assert roles == {
        "nr": "item",
        "model": "system",
        "text": "output",
        "img": "image",
        "page": "field",
        "notes": "field",
    }
    client.post(
        columns_path(record), {"name": "Scenes", "output_kind": "text", "role-5": "left_out"}
    )
    perform_import(import_id=record.pk)
    item = Dataset.objects.get(name="Scenes").items.get()
    assert item.fields == {"page": "Harbour"}
    assert [medium.field for medium in item.item_media.all()] == ["image"]


def test_columns_are_said_to_be_systems(client, project):
    table = [["nr", "Heron", "Moss"], ["1", "A quay.", "Boats."], ["2", "A hill.", "Grass."]]
    record = uploaded(client, project, csv_bytes(table))
    chosen = {"name": "Scenes", "output_kind": "text"}
    refused = words(client.post(columns_path(record), chosen))
    assert "Columns: No column has outputs. Choose “Output” and “System”" in refused
    chosen |= {"role-1": "of_system", "role-2": "of_system"}
    client.post(columns_path(record), chosen)
    perform_import(import_id=record.pk)
    systems = Dataset.objects.get(name="Scenes").systems
    assert list(systems.values_list("name", flat=True)) == ["Heron", "Moss"]


@pytest.mark.parametrize(
    ("columns", "guessed"),
    [
        ("id source summary_a summary_b", "summary_a summary_b"),
        ("id source_a source_b image_1 image_2 image_3", "image_1 image_2 image_3"),
        ("id part_of caption_heron caption_moss", "caption_heron caption_moss"),
        ("id system note_a note_b", ""),
        ("id system output output_image caption", "output"),
    ],
)
def test_columns_are_guessed_as_outputs_by_their_names(client, project, columns, guessed):
    record = uploaded(client, project, csv_bytes([columns.split()] * 2))
    page = client.get(columns_path(record))
    found = [
        column.name
        for column in page.context["columns"]
        if column.role in {Role.OUTPUT, Role.OF_SYSTEM}
    ]
    assert found == guessed.split()


def test_after_a_refused_import_nothing_is_entered_again(client, project):
    broken = [*LONG, ["2", "Wren", "", "Hills"]]
    record = uploaded(client, project, csv_bytes(broken))
    chosen = {"name": "Scenes", "output_kind": "text", "role-3": "left_out"}
    client.post(columns_path(record), chosen)
    perform_import(import_id=record.pk)
    page = client.get(columns_path(record))
    assert "the output is empty" in words(page)
    assert page.context["form"]["name"].value() == "Scenes"
    assert [column.role.value for column in page.context["columns"]][3] == "left_out"
    client.post(columns_path(record), chosen | {"allow_missing": "on"})
    perform_import(import_id=record.pk)
    record.refresh_from_db()
    assert record.state == "done"
    world.version()
    client.post(columns_path(record))
    assert Batch.objects.get().dataset == record.dataset


def test_a_mended_table_takes_the_place_of_the_refused_one(client, project):
    record = uploaded(client, project, b"\xff\xfe not a table")
    assert "UTF-16" in words(client.get(columns_path(record)))
    mended = ContentFile(csv_bytes(LONG), "mended.csv")
    client.post(columns_path(record), {"name": "S", "output_kind": "text", "table": mended})
    page = client.get(columns_path(record))
    assert [column.role.value for column in page.context["columns"]] == [
        "item",
        "system",
        "output",
        "field",
    ]


def test_templates_are_read_by_an_import(client, project):
    for key in ("texts", "pairs"):
        template = client.get(reverse("admin:batch_template", args=[key])).content
        record = uploaded(client, project, template, f"{key}.csv")
        page = client.get(columns_path(record))
        assert page.context["problems"] == []
        assert page.context["columns"][0].role == "item"
    assert client.get(NEW + "template/none.csv").status_code == 404


def test_the_old_address_of_a_new_batch_leads_to_the_steps(client):
    answer = client.get("/admin/hits/batch/add/?dataset=3")
    assert (answer.status_code, answer["Location"]) == (301, NEW + "?dataset=3")


def test_a_published_batch_is_not_changed_by_a_late_step(client, project):
    batch = world.draft_batch(project)
    publish_batch(batch_id=batch.pk)
    client.post(step(batch, "pay"), terms(reward="9"))
    batch.refresh_from_db()
    assert batch.reward == Decimal("0.05")


def test_only_data_of_ones_own_projects_are_offered(client, project):
    own, theirs = world.dataset(project), world.dataset(world.project(name="Lichens"))
    page = client.get(NEW)
    assert [choice.row for choice in page.context["chooser"].choices] == [own]
    for query in (f"?dataset={theirs.pk}", "?dataset_find=Dataset"):
        chooser = client.get(NEW + query).context["chooser"]
        assert {choice.row for choice in chooser.choices} <= {own}
    assert client.post(NEW, {"dataset": theirs.pk}).status_code == 404


def test_steps_ask_as_much_of_few_items_as_of_many(client, project):
    world.version("contextual-caption-pair")
    few = world.draft_batch(project, world.dataset(project, items=1))
    many = world.draft_batch(
        project, world.dataset(project, items=30, systems=("Heron", "Moss", "Wren"))
    )
    world.dataset(project)

    def asked(batch, key: str) -> int:
        client.get(step(batch, key))
        with CaptureQueriesContext(connection) as queries:
            client.get(step(batch, key))
        return len(queries)

    keys = ("data", "asked", "compared", "people", "pay", "look", "publish")
    assert [key for key in keys if asked(many, key) > asked(few, key)] == []


def test_a_batch_is_begun_with_the_rubric_that_led_here(client, project):
    world.version("key-points")
    chosen = world.version("image-paragraph")
    address = f"{NEW}?rubric={chosen.pk}"
    client.post(address, {"dataset": world.dataset(project).pk})
    assert project.batches.get().rubric_version == chosen


def test_a_sitting_has_a_price_and_its_hits_whole_cents(client, project):
    batch = world.draft_batch(project, expected_seconds=30, cap_per_annotator=5)
    sitting = {"work_by": "sitting", "sitting_hits": "20", "sitting_reward": "4.05"}
    page = client.post(step(batch, "pay"), terms(**sitting)).content.decode()
    assert "Enter 4.00 or 4.20" in page
    sitting |= {"sitting_reward": "4.00", "most_sittings": "3", "expected_seconds": "0.5"}
    answer = client.post(step(batch, "pay"), terms(**sitting))
    assert answer["Location"] == step(batch, "publish")
    batch.refresh_from_db()
    assert (batch.reward, batch.sitting_hits, batch.most_sittings) == (Decimal("0.20"), 20, 3)
    assert (batch.cap_per_annotator, batch.sitting_paid_from) == (None, 1)
    client.post(step(batch, "pay"), terms(**{**sitting, "work_by": "hit"}))
    batch.refresh_from_db()
    assert (batch.reward, batch.sitting_hits, batch.most_sittings) == (Decimal("0.30"), None, 1)


@pytest.mark.parametrize(
    ("audience", "reward", "says"),
    [("panel", "0.06", True), ("panel", "0.07", False), ("pool", "0.06", False)],
)
def test_the_step_of_price_and_time_knows_the_panels_least(client, project, audience, reward, says):
    batch = world.draft_batch(
        project, audience=audience, reward=Decimal(reward), expected_seconds=30, sitting_hits=2
    )
    page = words(client.get(step(batch, "pay")))
    assert ("Minimum hourly pay on Prolific $8.00" in page) is (audience == "panel")
    below = re.search(
        r"data-below-least (hidden)?", client.get(step(batch, "pay")).content.decode()
    )
    assert (below is not None and below[1] is None) is says
    assert "Sessions 2" in page
