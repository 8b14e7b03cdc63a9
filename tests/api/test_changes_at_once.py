"""Tests that two concurrent API requests that change different fields of an object both succeed."""

from decimal import Decimal
from threading import Thread

import pytest
from django.db import connection, transaction

from hits.batch_locks import lock_batch
from judges.models import JudgeEndpoint
from people.models import Project
from recruiting.models import Panel
from recruiting.prolific.models import Workspace
from tests import world
from tests.api.program import Program
from tests.locks import waits_for_a_lock
from tests.recruiting.prolific.prolific_lab import make_workspace

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def project():
    return world.project()


def change_beside(project: Project, method: str, address: str, sent: dict, other) -> None:
    """Send a change to the API while `other` changes the same row in an open transaction."""
    program, statuses = Program(world.owner(project)), []

    def ask():
        statuses.append(program.ask(method, address, sent).status_code)
        connection.close()

    asking = Thread(target=ask)
    with transaction.atomic():
        other()
        asking.start()
        waits_for_a_lock()
    asking.join()
    assert statuses == [200]


def test_shares_of_a_draft(project):
    draft = world.draft_batch(project)

    def other():
        batch = lock_batch(draft.pk)
        batch.retest_percent = 5
        batch.save(update_fields=["retest_percent"])

    change_beside(project, "PATCH", f"batches/{draft.pk}/checks", {"gold_percent": 10}, other)
    draft.refresh_from_db()
    assert (draft.gold_percent, draft.retest_percent) == (10, 5)


def test_an_endpoint_and_its_key(project):
    endpoint = JudgeEndpoint(project=project, name="Judge", base_url="https://old.example.org/v1")
    endpoint.key = "old"
    endpoint.save()

    def other():
        row = JudgeEndpoint.objects.select_for_update().get()
        row.base_url, row.key = "https://new.example.org/v1", "new"
        row.save()

    change_beside(project, "PATCH", f"endpoints/{endpoint.pk}", {"retries": 2}, other)
    endpoint = JudgeEndpoint.objects.get()
    stored = (endpoint.base_url, endpoint.key, endpoint.retries)
    assert stored == ("https://new.example.org/v1", "new", 2)


def test_a_panel(project):
    batch = world.live_batch(project, audience="link")
    panel = Panel.objects.create(batch=batch, name="Lab", person_parameter="pid", cap=1)

    def other():
        lock_batch(batch.pk)
        Panel.objects.update(most_people=7)

    address = f"batches/{batch.pk}/panels/{panel.pk}"
    change_beside(project, "PATCH", address, {"cap": 2}, other)
    assert Panel.objects.values_list("cap", "most_people").get() == (2, 7)


def test_a_workspace(project):
    make_workspace(project)

    def other():
        row = Workspace.objects.select_for_update().get()
        row.token, row.workspace_id = "new", "w2"
        row.save()

    change_beside(project, "PUT", f"projects/{project.pk}/prolific", {"fee_rate": "0.4"}, other)
    workspace = Workspace.objects.get()
    stored = (workspace.token, workspace.workspace_id, workspace.fee_rate)
    assert stored == ("new", "w2", Decimal("0.4"))
