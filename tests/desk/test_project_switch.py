"""Tests of the project switch: lists show the chosen project, or name each row's project."""

import pytest
from django.test import Client
from django.urls import reverse

from hits.models import BrokenReport, Message
from stimuli.models import DatasetImport
from surveys.loading import starter_source
from surveys.models import PromptTemplate
from surveys.versions.storing import load_version
from tests import world

pytestmark = pytest.mark.django_db
# Lists of Django's admin that researchers still use, and the desk's own.
LISTS = (
    *("admin:batches", "admin:datasets", "admin:imports", "admin:rubrics", "admin:prompts"),
    *("admin:message_threads", "admin:broken_hits", "admin:results", "admin:annotators"),
)


@pytest.fixture
def two():
    """A researcher's browser and two projects, each with a batch, a message and a reported
    problem."""
    projects = [world.project(name=name) for name in ("Moths", "Lichens")]
    user = world.researcher(projects[0])
    user.memberships.create(project=projects[1], role="researcher")
    for project in projects:
        dataset = world.dataset(project, items=2)
        batch = world.live_batch(project, dataset, title=f"of {project}", audience="everyone")
        annotator = world.annotator()
        assignment = world.rate(annotator, batch)
        DatasetImport.objects.create(project=project, dataset_name=f"{project}", table="x.csv")
        rubric = load_version(source=starter_source(), project=project).rubric
        PromptTemplate.objects.create(project=project, rubric=rubric, name="Short", text="x")
        BrokenReport.objects.create(assignment=assignment, category="media")
        Message.objects.create(
            enrolment=batch.enrolments.get(), by_annotator=True, author=annotator, text="Hello"
        )
    client = Client()
    client.force_login(user)
    return client, projects


def main_of(client, route) -> str:
    page = client.get(reverse(route)).content.decode()
    return page[page.index("<main") : page.index("</main>")]


@pytest.mark.parametrize("route", LISTS)
def test_a_list_shows_the_project_chosen_or_names_each(two, route):
    client, (_moths, lichens) = two
    everything = main_of(client, route)
    assert "Moths" in everything
    assert "Lichens" in everything
    client.post("/admin/switch/", {"project": lichens.pk})
    assert "Moths" not in main_of(client, route)
    client.post("/admin/switch/", {"project": ""})
    assert main_of(client, route).count("Moths") == everything.count("Moths")


def test_a_row_of_another_project_of_ones_own_can_still_be_opened(two):
    client, (moths, lichens) = two
    client.post("/admin/switch/", {"project": lichens.pk})
    batch = moths.batches.get()
    assert client.get(reverse("admin:batch_settings", args=[batch.pk])).status_code == 200


def test_an_archived_project_is_not_looked_at(two):
    client, (_moths, lichens) = two
    client.post("/admin/switch/", {"project": lichens.pk})
    lichens.archived_at = "2026-11-01T00:00:00Z"
    lichens.save(update_fields=["archived_at"])
    assert "of Moths" in main_of(client, "admin:batches")


def test_the_switch_follows_the_page_that_is_open(two):
    client, (moths, lichens) = two
    batch = lichens.batches.get()
    header = '<span class="visually-hidden">Change project'

    def named(address: str) -> str:
        page = client.get(address).content.decode()
        return page[: page.index(header)].rsplit("<span>", 1)[1].split("<")[0]

    address = reverse("admin:batch_running", args=[batch.pk])
    assert named(address) == "All projects"
    client.post(reverse("admin:switch_project"), {"project": moths.pk})
    assert named(address) == "Lichens"
    assert "of Lichens" in main_of(client, "admin:batches")
    assert named(reverse("admin:project", args=[moths.pk])) == "Moths"
