"""Tests of the webhook pages: registration, the delivery log, one delivery, and resending."""

import pytest
from django.urls import reverse
from django.utils import timezone

from desk.webhooks import views
from people.models import Act
from tasks.webhooks.models import Attempt, Delivery, Endpoint, Event
from tasks.webhooks.registering import Terms, register_endpoint
from tasks.webhooks.resending import send_test
from tests import world
from tests.pages import signed_in

pytestmark = pytest.mark.django_db
URL = "http://127.0.0.1:9/hook?token=secret"


@pytest.fixture
def endpoint(project):
    return registered(project)


@pytest.fixture
def client(project):
    return signed_in(world.researcher(project))


def registered(project, key="first"):
    terms = Terms("Pipeline", URL, ["batch.done"])
    return register_endpoint(project=project, terms=terms, key=key, by=world.researcher(project))


def sent(endpoint, number: int) -> Delivery:
    """Return a failed test delivery with the receiver's response, which contains a script."""
    by = world.researcher(endpoint.project)
    delivery = send_test(endpoint=endpoint, key=str(number), by=by)
    now = timezone.now()
    Delivery.objects.filter(pk=delivery.pk).update(
        state="failed", attempts=1, next_at=None, ended_at=now
    )
    Attempt.objects.create(
        delivery=delivery,
        at=now,
        ended_at=now,
        status=500,
        problem="status",
        response="<script>alert(1)</script>",
    )
    return delivery


def test_a_web_hook_is_registered_and_its_secret_is_shown_once(client, project):
    form = {
        "project": project.pk,
        "name": "Pipeline",
        "url": URL,
        "kinds": ["batch.done", "batch.progress"],
        "percentages": "50, 100 %",
        "key": "k",
    }
    answer = client.post(reverse("admin:webhooks"), form)
    endpoint = Endpoint.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/admin/webhooks/{endpoint.pk}/")
    assert (endpoint.kinds, endpoint.percentages) == (["batch.progress", "batch.done"], [50, 100])
    first, second = (client.get(answer["Location"]).content.decode() for _visit in range(2))
    assert [endpoint.secret in page for page in (first, second)] == [True, False]
    rotated = client.post(
        reverse("admin:webhook_secret", args=[endpoint.pk]), {"key": "r", "confirmed": "yes"}
    )
    page = client.get(rotated["Location"]).content.decode()
    assert Endpoint.objects.get().secret in page
    assert endpoint.secret not in page


def test_what_is_wrong_is_said_beside_its_field(client, project, settings):
    settings.WEBHOOK_HOSTS = []
    form = {"project": project.pk, "name": "A", "url": URL, "kinds": ["batch.done"], "key": "k"}
    answer = client.post(reverse("admin:webhooks"), form)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["url"]
    assert "Start the address with https://." in answer.content.decode()
    assert Endpoint.objects.count() == 0


def test_the_log_is_paged_by_keys_and_filtered_by_state(client, endpoint, monkeypatch):
    monkeypatch.setattr(views, "PER_PAGE", 2)
    failed = [sent(endpoint, number) for number in range(3)]
    waiting = send_test(endpoint=endpoint, key="w", by=world.researcher(endpoint.project))
    address = reverse("admin:webhook", args=[endpoint.pk])
    first = client.get(address).context["log"].window
    assert (first.rows, first.before, first.after) == ([waiting, failed[2]], None, failed[2].pk)
    second = client.get(address, {"after": first.after}).context["log"].window
    assert (second.rows, second.after) == ([failed[1], failed[0]], None)
    back = client.get(address, {"before": second.before}).context["log"].window
    assert back == first
    log = client.get(address, {"state": "waiting"}).context["log"]
    assert (log.window.rows, log.kept) == ([waiting], "state=waiting&")
    page = client.get(address, {"state": "failed"}).content.decode()
    assert f'"?state=failed&amp;after={failed[1].pk}#log"' in page
    assert client.get(address, {"state": "odd"}).status_code == 404
    assert client.get(address, {"before": "x"}).context["log"].window == first


@pytest.mark.attack("answering a delivery")
def test_what_a_receiver_answers_is_shown_as_text(client, endpoint):
    page = client.get(reverse("admin:delivery", args=[sent(endpoint, 1).pk])).content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<script>alert" not in page
    assert "<dt>data.webhook.name</dt>" in page
    assert endpoint.secret not in page


def test_one_and_all_that_failed_are_sent_again(client, endpoint):
    one, _another = sent(endpoint, 1), sent(endpoint, 2)
    client.post(reverse("admin:delivery_again", args=[one.pk]))
    assert Delivery.objects.filter(state="waiting").get() == one
    client.post(reverse("admin:webhook_again", args=[endpoint.pk]), {"hours": "24"})
    assert Delivery.objects.filter(state="waiting").count() == 2
    Delivery.objects.update(state="failed", next_at=None, ended_at=timezone.now())
    Event.objects.update(body="")
    page = client.post(reverse("admin:delivery_again", args=[one.pk]), follow=True)
    assert "no longer stored" in page.content.decode()
    assert list(Act.objects.filter(verb="hook_resent").values_list("after", flat=True)) == [
        {"deliveries": 1},
        {"deliveries": 1},
    ]


def test_it_is_switched_tested_and_deleted_by_buttons(client, endpoint):
    for name in ("webhook_off", "webhook_test", "webhook_on", "webhook_test", "webhook_delete"):
        client.post(reverse(f"admin:{name}", args=[endpoint.pk]), {"confirmed": "yes"})
    assert Endpoint.objects.count() == 0
    verbs = Act.objects.filter(subject_type="webhooks.endpoint").order_by("pk")
    assert list(verbs.values_list("verb", flat=True)) == [
        "created",
        "hook_off",
        "hook_on",
        "hook_tested",
        "deleted",
    ]
    page = client.get(reverse("admin:acts")).content.decode()
    assert "switched off" in page
    assert "token=secret" not in page
