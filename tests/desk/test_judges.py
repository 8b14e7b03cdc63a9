"""Tests of the pages of judge runs, judge replies and model endpoints, and of old URLs."""

import pytest
from django.urls import reverse

from judges.models import JudgeEndpoint, JudgeRun
from judges.replies.importing import JudgeSettings, import_judge_run
from tests import world
from tests.judges.chat_server import ChatServer
from tests.pages import squeezed

pytestmark = pytest.mark.django_db
FORM = {
    "name": "Ours",
    "requests_per_minute": 60,
    "concurrency": 1,
    "timeout_seconds": 5,
    "retries": 1,
    "new_key": "sk-own",
}


@pytest.fixture(scope="module")
def module_batch(module_rows):
    owner = world.project()
    return world.live_batch(owner, world.dataset(owner, items=2), title="Scenes")


@pytest.fixture
def server():
    running = ChatServer()
    yield running
    running.close()


def imported(batch, name: str, first_reply: str = "I cannot.") -> JudgeRun:
    whole = "\n".join(f"Section {number}: 1" for number in range(1, 6))
    rows = [
        {"item": item, "system": system, "reply": whole if number else first_reply}
        for number, (item, system) in enumerate(world.shown_systems(batch))
    ]
    settings = JudgeSettings(name=name, model="m")
    return import_judge_run(batch=batch, settings=settings, replies=rows).run


def text(response) -> str:
    return squeezed(response.content.decode())


def test_an_empty_list_names_the_next_step_and_leads_to_each_way(rita, batch):
    page = text(rita.get(reverse("admin:judge_runs")))
    assert "No judge runs yet. A judge rates the HITs of a published batch." in page
    for way in ("ask", "file", "upload"):
        leads = rita.get(reverse("admin:new_judge_run"), {"batch": batch.pk, "way": way})
        address = reverse("admin:judge_batch", args=[batch.pk])
        assert leads["Location"] == f"{address}#{way}"
        assert f'id="{way}"' in rita.get(address).content.decode()
    assert "New judge run" in text(rita.get(reverse("admin:judge_replies")))
    assert "Add the address of a service" in text(rita.get(reverse("admin:endpoints")))


def test_a_run_leads_to_its_unreadable_replies_and_each_to_its_text(rita, batch):
    run = imported(batch, "Theirs", "I cannot <b>help</b>.")
    imported(batch, "Other")
    page = text(rita.get(reverse("admin:judge_run", args=[run.pk])))
    refused = run.verdicts.exclude(error_code="").get()
    address = f"{reverse('admin:judge_replies')}?run={run.pk}&amp;error={refused.error_code}"
    assert f'href="{address}"' in page
    rows = rita.get(address.replace("&amp;", "&")).context["window"].rows
    assert [row.pk for row in rows] == [refused.pk]
    reply = text(rita.get(reverse("admin:judge_reply", args=[refused.pk])))
    assert "I cannot &lt;b&gt;help&lt;/b&gt;." in reply
    shown = rita.get(reverse("admin:judge_replies"), {"run": run.pk, "show": "unreadable"})
    assert [row.pk for row in shown.context["window"].rows] == [refused.pk]


@pytest.mark.parametrize("fault", [401, 500])
def test_an_endpoint_that_fails_its_test_is_saved_with_a_warning(rita, batch, server, fault):
    server.faults.append(fault)
    sent = FORM | {"project": batch.project_id, "base_url": server.url}
    page = text(rita.post(reverse("admin:new_endpoint"), sent, follow=True))
    assert "The test of “Ours” failed: " in page
    assert "Saved." in page
    assert "sk-own" not in page
    assert JudgeEndpoint.objects.get().key == "sk-own"


def test_an_endpoint_keeps_its_project_and_a_name_once(rita, batch, server):
    sent = FORM | {"project": batch.project_id, "base_url": server.url}
    rita.post(reverse("admin:new_endpoint"), sent)
    rita.post(reverse("admin:new_endpoint"), sent | {"name": "Second"})
    second = JudgeEndpoint.objects.get(name="Second")
    other = world.project(name="Elsewhere")
    address = reverse("admin:endpoint", args=[second.pk])
    refused = rita.post(address, sent | {"project": other.pk})
    assert refused.status_code == 422
    assert "This name is already taken." in text(refused)
    rita.post(address, sent | {"project": other.pk, "name": "Third"})
    second.refresh_from_db()
    assert (second.name, second.project) == ("Third", batch.project)
    elsewhere = sent | {"project": other.pk, "name": "Fourth"}
    assert rita.post(reverse("admin:new_endpoint"), elsewhere).status_code == 422
    assert not JudgeEndpoint.objects.filter(project=other).exists()


def test_an_old_address_leads_to_the_page_for_good(rita, batch):
    run = imported(batch, "Theirs")
    for old, new in (
        ("judgerun/", reverse("admin:judge_runs")),
        (f"judgerun/{run.pk}/change/?a=1", reverse("admin:judge_run", args=[run.pk]) + "?a=1"),
        ("judgeendpoint/add/", reverse("admin:new_endpoint")),
    ):
        answer = rita.get(f"/admin/judges/{old}")
        assert (answer.status_code, answer["Location"]) == (301, new)
