"""Tests of datasets and their imports: lists, pages, and who may change them."""

import pytest
from django.core.files.base import ContentFile
from django.urls import reverse

from desk.datasets import lists
from people.models import Act
from stimuli.models import DatasetImport, Output
from tests import world
from tests.imports.makers import csv_bytes
from tests.pages import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(project):
    return signed_in(world.researcher(project))


def named(project, name: str, **values):
    data = world.dataset(project, **values)
    data.name = name
    data.save(update_fields=["name"])
    return data


def page_of(dataset) -> str:
    return reverse("admin:dataset", args=[dataset.pk])


def test_datasets_are_filtered_by_name_and_archive(client, project):
    wings, legs = (named(project, name) for name in ("Wings", "Legs"))
    legs.archived_at = "2026-11-01T00:00:00Z"
    legs.save(update_fields=["archived_at"])

    def listed(**query) -> list[str]:
        rows = client.get(reverse("admin:datasets"), query).context["window"].rows
        return [row.name for row in rows]

    assert listed() == listed(name="WIN") == [wings.name]
    assert (listed(archived="1"), listed(name="leg")) == ([legs.name], [])
    assert listed(archived="x") == [wings.name]


def test_lists_are_turned_by_keys(client, project, monkeypatch):
    monkeypatch.setattr(lists.DatasetsPage, "size", 2)
    names = [named(project, f"Wings {number}").name for number in range(3)]
    address = reverse("admin:datasets")
    first = client.get(address).context["window"]
    second = client.get(address, {"after": first.after}).context["window"]
    assert [row.name for row in [*first.rows, *second.rows]] == names[::-1]


def test_all_items_are_looked_through_a_few_at_a_time(client, project):
    data = world.dataset(project, items=9)
    names, address = [], page_of(data)
    while address:
        context = client.get(address).context
        names += [item.name for item in context["items"]]
        after = context["window"].after
        address = f"{page_of(data)}?after={after}" if after else ""
    assert names == [item.external_id for item in data.items.order_by("pk")]


def test_a_long_output_ends_with_a_whole_word_and_the_fourth_is_folded(client, project):
    systems = ("Avocet", "Bittern", "Crane", "Dunlin", "Egret")
    data = world.dataset(project, items=1, systems=systems)
    Output.objects.filter(item__dataset=data).update(text="caterpillar " * 20)
    (item,) = client.get(page_of(data)).context["items"]
    assert item.first[0].words == "caterpillar " * 9 + "caterpillar…"
    assert [output.system for output in item.first] == ["Avocet", "Bittern", "Crane"]
    assert [output.system for output in item.others] == ["Dunlin", "Egret"]


def test_a_dataset_is_renamed_by_a_researcher_alone(client, project):
    data = named(project, "Wings")
    other = named(project, "Legs")
    viewer = signed_in(world.viewer(project))
    assert 'name="name"' not in viewer.get(page_of(data)).content.decode()
    assert viewer.post(page_of(data), {"name": "Mine"}).status_code == 403
    refused = client.post(page_of(data), {"name": other.name})
    assert refused.status_code == 422
    assert "This name is already taken." in refused.content.decode()
    client.post(page_of(data), {"name": "Fore wings"})
    data.refresh_from_db()
    assert data.name == "Fore wings"
    act = Act.objects.get(verb="amended")
    assert (act.before, act.after) == ({"name": "Wings"}, {"name": "Fore wings"})


def test_an_upload_is_named_by_its_file_and_leads_to_its_columns(client, project):
    address = reverse("admin:new_batch")
    page = client.get(reverse("admin:import_dataset")).content.decode()
    assert f'action="{address}"' in page
    named(project, "scenes")
    table = csv_bytes([["item", "system", "output"], ["1", "Heron", "A quay."]])
    sent = {"action": "upload", "project": project.pk, "table": ContentFile(table, "scenes.csv")}
    answer = client.post(address, sent)
    record = DatasetImport.objects.get()
    assert (record.dataset_name, record.state) == ("scenes 2", "prepared")
    assert answer["Location"] == reverse("admin:batch_columns", args=[record.pk])


def test_an_import_that_is_done_leads_to_its_dataset(client, project):
    data = world.dataset(project)
    values = {"project": project, "dataset_name": "Wings", "table": "x.csv"}
    DatasetImport.objects.create(dataset=data, state="done", **values)
    waiting = DatasetImport.objects.create(**values)
    listed = client.get(reverse("admin:imports")).context["listed"]
    assert [address for address, _cells in listed] == [
        reverse("admin:batch_columns", args=[waiting.pk]),
        page_of(data),
    ]


def test_old_addresses_lead_to_the_new_ones_with_their_query(client, project):
    data = world.dataset(project)
    moved = client.get(f"/admin/stimuli/dataset/{data.pk}/change/?after=4")
    assert (moved.status_code, moved["Location"]) == (301, f"/admin/datasets/{data.pk}/?after=4")
