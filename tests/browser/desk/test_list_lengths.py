"""Lists with more rows than a page has: at most 3,000 px long on a phone, and axe finds nothing."""

import pytest
from django.urls import reverse
from django.utils import timezone

from hits.models import BackgroundTask
from people.models import User
from stimuli.models import DatasetImport, Output
from surveys.loading import library_source, starter_source
from surveys.models import PromptTemplate
from surveys.versions.storing import load_library, load_version
from tests import world
from tests.browser.test_accessibility import problems
from tests.conftest import PHONE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
LONGEST = 3_000  # px
ROWS = 15
LONG_NAME = "Descriptions of moths at dusk and at dawn, by six writers of English"


@pytest.fixture
def project():
    load_library()
    project = world.project(name="Moths")
    systems = tuple(f"System number {number}" for number in range(12))
    for number in range(ROWS):
        data = world.dataset(project, items=1 if number else 9, systems=() if number else systems)
        data.name = f"{LONG_NAME} {number}"
        data.save(update_fields=["name"])
        DatasetImport.objects.create(project=project, dataset_name=data.name, table="x.csv")
        source = starter_source().replace("summary: ", f"summary: {number}. ", 1)
        rubric = load_version(source=source, project=project).rubric
        PromptTemplate.objects.create(
            project=project, rubric=rubric, name=f"{LONG_NAME} {number}", text="{{output}}"
        )
        User.objects.create(username=f"annotator-with-a-long-name-{number}")
    BackgroundTask.objects.bulk_create(
        BackgroundTask(
            kind="preflight",
            project=project,
            subject_id=number,
            subject_name=LONG_NAME,
            parameters_sha256=f"{number:064}",
            state="done",
            created_by=world.owner(project),
            finished_at=timezone.now(),
        )
        for number in range(4 * ROWS)
    )
    Output.objects.update(text="caterpillar " * 40)
    return project


def addresses(project) -> list[str]:
    source = library_source("contextual-caption-pair").replace("name: c", "name: my-c", 1)
    load_version(source=source, project=project)
    changed = load_version(source=source.replace("    high: 5", "    high: 7"), project=project)
    rows = {
        "dataset": project.datasets.order_by("pk").first(),
        "rubric_version": changed,
        "rubric_difference": changed,
        "prompt": PromptTemplate.objects.first(),
        "account": User.objects.get(username="root"),
    }
    lists = (
        "datasets",
        "imports",
        "import_dataset",
        "rubrics",
        "prompts",
        "write_prompt",
        "accounts",
        "tables",
        "tasks",
    )
    return [
        *(reverse(f"admin:{name}") for name in lists),
        *(reverse(f"admin:{name}", args=[row.pk]) for name, row in rows.items()),
        reverse("admin:table", args=["hits.batch"]),
        reverse("admin:table_row", args=["hits.batch", world.draft_batch(project).pk]),
    ]


def test_no_list_is_longer_than_a_few_screens(open_page, live_server, log_in, shoot, project):
    page, wrong = open_page(PHONE), []
    log_in(page, world.person("root", is_staff=True, is_superuser=True))
    for address in addresses(project):
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto(live_server.url + address)
        height = page.evaluate("document.documentElement.scrollHeight")
        if height > LONGEST:
            wrong.append(f"{address}: {height} px")
        shoot(page, "list" + address.replace("/", "-"))
        wrong += problems(page)
        shoot(page, "list-wide" + address.replace("/", "-"))
    assert wrong == []
