"""Tests of archiving and deleting: what can be deleted, who may do it, and what lists leave out."""

import re

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.urls import reverse

from hits.archive import (
    NotArchivable,
    NotDeletable,
    archive,
    delete,
    take_from_archive,
    what_goes,
    why_not_deleted,
)
from hits.batches.publishing import close_batch
from hits.models import Batch
from people.models import Act, Project
from stimuli.models import Dataset, DatasetImport, Item, Medium, Output
from tests import world
from tests.pages import signed_in, squeezed

pytestmark = pytest.mark.django_db


@pytest.fixture
def project():
    return world.project(name="Moths", money="0")


@pytest.fixture
def olga(project):
    return world.owner(project)


def page_of(kind: str, row) -> str:
    return reverse("admin:put_away", args=[kind, row.pk])


def test_lists_leave_out_what_is_archived_until_it_is_back(project, olga):
    data = world.dataset(project, items=1)
    draft = world.draft_batch(project, data, title="Wings")
    client = signed_in(olga)
    last_step = client.get(reverse("admin:batch_step", args=[draft.pk, "publish"]))
    assert page_of("batch", draft) in last_step.content.decode()
    lists = {
        "batch": reverse("admin:batches"),
        "dataset": reverse("admin:datasets"),
        "project": reverse("admin:projects"),
    }
    for kind, row in (("batch", draft), ("dataset", data), ("project", project)):
        client.post(page_of(kind, row), {"action": "archive"})
        name = f">{row}</a>"
        assert name not in squeezed(client.get(lists[kind]).content.decode())
        archived = client.get(lists[kind] + "?archived=1").content.decode()
        assert name in squeezed(archived)
        assert "Restore" in client.get(page_of(kind, row)).content.decode()
        client.post(page_of(kind, row), {"action": "bring_back"})
        assert name in squeezed(client.get(lists[kind]).content.decode())
    verbs = Act.objects.filter(project=project).exclude(verb="signed_in").order_by("pk")
    assert list(verbs.values_list("subject_type", "verb")) == [
        (kind, verb)
        for kind in ("hits.batch", "stimuli.dataset", "people.project")
        for verb in ("archived", "unarchived")
    ]


def test_the_desk_leaves_out_archived_batches_and_projects(project, olga):
    batch = world.draft_batch(project, world.dataset(project, items=1), title="Wings")
    client = signed_in(olga)
    assert ">Wings</a>" in client.get("/admin/").content.decode()
    assert archive(row=batch, by=olga)
    assert not archive(row=batch, by=olga)
    assert ">Wings</a>" not in client.get("/admin/").content.decode()
    assert take_from_archive(row=batch, by=olga)
    archive(row=project, by=olga)
    assert ">Wings</a>" not in client.get("/admin/").content.decode()


def test_what_people_may_work_on_is_not_archived(olga):
    project = world.project(name="Lichens")
    batch = world.live_batch(project, world.dataset(project, items=1))
    remedy = "First close every batch that people can still work on."
    for row, words in (
        (batch, f"People can still work on this batch. {remedy}"),
        (project, f"People can still work on 1 batch of this project. {remedy}"),
    ):
        with pytest.raises(NotArchivable, match=re.escape(words)):
            archive(row=row, by=olga)
    close_batch(batch_id=batch.pk)
    batch.refresh_from_db()
    assert archive(row=batch, by=olga)
    assert archive(row=project, by=olga)


def test_a_draft_is_deleted_with_its_list_and_a_published_batch_never(olga):
    project = world.project(name="Lichens")
    data = world.dataset(project, items=1)
    draft = world.draft_batch(project, data, title="Wings")
    draft.admissions.create(user=world.annotator(), verdict="admitted", origin="desk")
    assert [str(part) for part in what_goes(draft)] == ["Allowed and blocked people: 1"]
    assert delete(row=draft, by=olga)
    assert not delete(row=draft, by=olga)
    live = world.live_batch(project, data)
    with pytest.raises(NotDeletable, match="A published batch cannot"):
        delete(row=live, by=olga)
    assert list(Batch.objects.all()) == [live]
    assert Act.objects.get(verb="deleted").subject_name == "Wings"


def test_a_dataset_goes_with_its_items_outputs_and_unused_pictures(project, olga):
    data, other = world.dataset(project, items=3), world.dataset(project, items=1)
    own = Medium.objects.create(project=project, sha256="cd" * 32, content_type="image/png")
    default_storage.save(own.storage_name, ContentFile(b"bytes"))
    data.items.first().item_media.update(medium=own)
    assert [str(part) for part in what_goes(data)] == ["Items: 3", "Outputs: 6", "Systems: 2"]
    assert delete(row=data, by=olga)
    assert list(Dataset.objects.all()) == [other]
    assert (Item.objects.count(), Output.objects.count()) == (1, 2)
    assert [medium.sha256 for medium in Medium.objects.all()] == ["ab" * 32]


def test_files_of_deleted_pictures_go_when_it_is_certain(
    project, olga, django_capture_on_commit_callbacks
):
    data = world.dataset(project, items=1)
    own = Medium.objects.create(project=project, sha256="ef" * 32, content_type="image/png")
    default_storage.save(own.storage_name, ContentFile(b"bytes"))
    data.items.first().item_media.update(medium=own)
    with django_capture_on_commit_callbacks(execute=True):
        delete(row=data, by=olga)
    assert not default_storage.exists(own.storage_name)


def test_a_dataset_that_a_batch_uses_stays(project, olga):
    data = world.dataset(project, items=1)
    world.draft_batch(project, data)
    assert why_not_deleted(data) == "Still in use (Batches: 1)."
    answer = signed_in(olga).post(page_of("dataset", data), {"action": "delete"}, follow=True)
    words = "Still in use (Batches: 1). You can use “Archive” instead."
    assert words in squeezed(answer.content.decode())
    assert Dataset.objects.count() == 1


def test_a_project_is_deleted_while_nothing_is_in_it(project, olga):
    DatasetImport.objects.create(
        project=project, dataset_name="In", table="imports/x.csv", state="failed"
    )
    data = world.dataset(project, items=1)
    client = signed_in(olga)
    assert "Still in use (Datasets: 1, Files: 1)." in squeezed(
        client.get(page_of("project", project)).content.decode()
    )
    delete(row=data, by=olga)
    assert [str(part) for part in what_goes(project)] == ["Members: 1", "Imports: 1"]
    answer = client.post(page_of("project", project), {"action": "delete"}, follow=True)
    assert "“Moths” deleted." in answer.content.decode()
    assert not Project.objects.exists()
    assert Act.objects.filter(verb="deleted", subject_type="people.project").count() == 1


def test_real_data_is_never_called_simulated_beside_the_demos(project, olga):
    made_up, real = world.dataset(project, items=1), world.dataset(project, items=1)
    Dataset.objects.filter(pk=made_up.pk).update(simulated=True)
    demo = world.draft_batch(project, made_up)
    client = signed_in(olga)

    def badges(address: str) -> int:
        return len(
            re.findall(r'class="badge[^>]*>\s*[Ss]imulated', client.get(address).content.decode())
        )

    study = world.draft_batch(project, real)
    pages = [reverse("admin:batch_settings", args=[row.pk]) for row in (demo, study)]
    assert [badges(page) for page in pages] == [1, 0]
    assert badges("/admin/") == 0, "a project with real data in it"
    delete(row=study, by=olga)
    delete(row=real, by=olga)
    assert badges("/admin/") == 1
