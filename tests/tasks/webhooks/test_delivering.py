"""Tests of webhook deliveries: their content and signature, retries, and giving up."""

import base64
import json
import logging
import shutil
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.core import mail
from django.db import connection, connections, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotation.monitoring.logs import JsonLines, RequestId
from people.models import Act, Notice
from people.requests.ids import as_request
from tasks.webhooks import calling, delivering
from tasks.webhooks.delivering import deliver, endpoints_due
from tasks.webhooks.models import Attempt, Delivery, Endpoint, Kind
from tasks.webhooks.noting import note
from tasks.webhooks.registering import delete_endpoint, rotate_secret
from tasks.webhooks.resending import resend, resend_failed, send_test
from tasks.webhooks.schedule import DELAYS, JITTER, MOST_ATTEMPTS, next_attempt
from tasks.webhooks.signing import signature
from tasks.webhooks.switching import switch_on
from tests import world
from tests.locks import waits_for_a_lock
from tests.supervised import wait_for
from tests.tasks.webhooks.conftest import registered

pytestmark = pytest.mark.django_db
State = Delivery.State


def noted(project, subject="batch:1", kind=Kind.PUBLISHED):
    return note(
        kind=kind, project_id=project.pk, subject=subject, data={"batch": {"id": 1}}, path="/x/"
    )


def outcomes() -> list[tuple[str, int | None]]:
    return [(call.problem, call.status) for call in Attempt.objects.order_by("pk")]


def due_now() -> None:
    """Make all waiting deliveries due now."""
    Delivery.objects.filter(state=State.WAITING).update(next_at=timezone.now())


def mac_by_openssl(secret: str, text: bytes) -> str:
    """Return the signature as the program openssl computes it."""
    key = base64.b64decode(secret.removeprefix("whsec_")).hex()
    command = ["openssl", "dgst", "-sha256", "-mac", "HMAC", "-macopt", f"hexkey:{key}", "-binary"]
    digest = subprocess.run(command, input=text, capture_output=True, check=True).stdout
    return f"v1,{base64.b64encode(digest).decode()}"


def test_the_example_of_standard_webhooks_is_signed_as_it_says():
    signed = signature(
        "whsec_" + "plJ3nmyCDGBK" + "InavdOK15jsl",
        "msg_loFOjxBNrRLzqYUf",
        1731705121,
        b'{"event_type":"ping","data":{"success":true}}',
    )
    assert signed == "v1," + "rAvfW3dJ/X/qxhsa" + "XPOyyCGmRKsaKWcs" + "NccKXlIktD0="


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl")
def test_a_fact_is_sent_signed(project, endpoint, receiver, settings):
    settings.SITE_URL = "https://ratings.example.org/"
    event = noted(project)
    assert deliver(endpoint_id=endpoint.pk) == 1
    (request,) = receiver.received
    assert json.loads(request.body) == {
        "type": "batch.published",
        "version": 1,
        "timestamp": event.happened_at.isoformat(timespec="milliseconds"),
        "data": {
            "project": {"id": project.pk, "name": "Moths"},
            "batch": {"id": 1},
            "url": "https://ratings.example.org/x/",
        },
    }
    message, at = request.headers["webhook-id"], request.headers["webhook-timestamp"]
    assert request.headers["webhook-signature"] == mac_by_openssl(
        endpoint.secret, f"{message}.{at}.".encode() + request.body
    )
    assert request.headers["content-type"] == "application/json"
    delivery = Delivery.objects.get()
    assert (delivery.state, message, outcomes()) == (
        State.DELIVERED,
        f"msg_{delivery.message.hex}",
        [("", 204)],
    )
    assert abs(int(at) - timezone.now().timestamp()) < 300


def test_a_fact_is_noted_once_and_costs_one_statement_where_nobody_asks(project, endpoint):
    for _repeat in range(2):
        noted(project)
    assert Delivery.objects.count() == 1
    Endpoint.objects.update(kinds=[Kind.REPORT], percentages=[])
    with CaptureQueriesContext(connection) as statements:
        assert noted(project, "batch:2") is None
    sql = [row["sql"] for row in statements if "SAVEPOINT" not in row["sql"]]
    assert len(sql) == 1
    assert endpoint.deliveries.count() == 1


def test_both_secrets_sign_for_a_day_after_a_rotation(project, endpoint, receiver):
    former = endpoint.secret
    by = world.researcher(project)
    newer = rotate_secret(endpoint=endpoint, key="r1", by=by)
    assert rotate_secret(endpoint=endpoint, key="r1", by=by).secret == newer.secret != former
    noted(project)
    deliver(endpoint_id=endpoint.pk)
    Endpoint.objects.update(former_until=timezone.now())
    noted(project, "batch:2")
    deliver(endpoint_id=endpoint.pk)
    first, second = receiver.received
    assert len(first.headers["webhook-signature"].split()) == 2
    for request, valid in ((first, [newer.secret, former]), (second, [newer.secret])):
        message, at = request.headers["webhook-id"], int(request.headers["webhook-timestamp"])
        assert request.headers["webhook-signature"].split() == [
            signature(secret, message, at, request.body) for secret in valid
        ]
    assert former.encode() not in bytes(Endpoint.objects.get().sealed_former)


@pytest.mark.attack("answering a delivery")
@pytest.mark.parametrize(
    ("reply", "problem", "status"),
    [
        (500, "status", 500),
        (404, "status", 404),
        ("redirect", "redirect", 302),
        ("drop", "connection", None),
        ("drip", "slow", None),
        ("huge", "status", 500),
    ],
)
def test_what_is_not_taken_is_tried_again_under_the_same_id(
    project, endpoint, receiver, monkeypatch, reply, problem, status
):
    monkeypatch.setattr(calling, "ALL_SECONDS", 0.4)
    receiver.replies.append(reply)
    noted(project)
    deliver(endpoint_id=endpoint.pk)
    delivery, attempt = Delivery.objects.get(), Attempt.objects.get()
    assert (delivery.state, delivery.attempts) == (State.WAITING, 1)
    assert 0 < (delivery.next_at - attempt.at).total_seconds() <= DELAYS[0] * (1 + JITTER)
    assert len(attempt.response) <= calling.MOST_BYTES
    assert receiver.sent < 50 * 1024**2
    assert deliver(endpoint_id=endpoint.pk) == 0  # it is not due yet
    assert endpoints_due() == []
    due_now()
    assert endpoints_due() == [endpoint.pk]
    deliver(endpoint_id=endpoint.pk)
    assert outcomes() == [(problem, status), ("", 204)]
    first, second = receiver.received
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    assert first.body == second.body
    assert Endpoint.objects.get().failing_since is None


def test_a_receiver_that_is_not_there_is_tried_again(project, endpoint, receiver):
    receiver.close()
    noted(project)
    deliver(endpoint_id=endpoint.pk)
    assert outcomes() == [("connection", None)]
    assert Endpoint.objects.get().failing_since is not None


def test_a_name_that_leads_inside_since_it_was_saved_is_not_called(
    project, endpoint, receiver, settings
):
    settings.WEBHOOK_HOSTS = []
    Endpoint.objects.update(url=receiver.url.replace("http:", "https:"))
    noted(project)
    deliver(endpoint_id=endpoint.pk)
    assert (outcomes(), receiver.received) == ([("address", None)], [])


def test_a_secret_that_cannot_be_read_is_a_problem_of_the_log(
    project, endpoint, receiver, settings
):
    noted(project)
    settings.SECRET_KEY = "another one"
    deliver(endpoint_id=endpoint.pk)
    assert (outcomes(), receiver.received) == ([("secret", None)], [])


def test_what_postgresql_cannot_store_is_replaced():
    assert calling.storable("a\0b") == "a�b"


def test_after_a_day_it_is_given_up_and_can_be_sent_again(project, endpoint, receiver):
    receiver.replies.extend([503] * MOST_ATTEMPTS)
    noted(project)
    for _attempt in range(MOST_ATTEMPTS):
        due_now()
        deliver(endpoint_id=endpoint.pk)
    delivery = Delivery.objects.get()
    assert (delivery.state, delivery.attempts) == (State.FAILED, MOST_ATTEMPTS)
    by = world.researcher(project)
    assert resend_failed(endpoint=endpoint, since=timezone.now(), by=by) == 0
    since = timezone.now() - timedelta(hours=1)
    assert resend_failed(endpoint=endpoint, since=since, by=by) == 1
    deliver(endpoint_id=endpoint.pk)
    delivery.refresh_from_db()
    assert (delivery.state, len(receiver.received)) == (State.DELIVERED, MOST_ATTEMPTS + 1)
    assert len({request.headers["webhook-id"] for request in receiver.received}) == 1
    assert resend(delivery=delivery, by=by)
    assert not resend(delivery=Delivery.objects.get(), by=by)  # it waits
    assert Act.objects.filter(verb="hook_resent").count() == 2


def test_the_attempts_take_a_day():
    now = timezone.now()
    hours = sum(DELAYS) / 3600
    assert 23 < hours < 24
    for attempts, seconds in enumerate(DELAYS, 1):
        waits = {(next_attempt(attempts, now) - now).total_seconds() for _draw in range(20)}
        assert len(waits) > 1
        assert all(seconds * (1 - JITTER) <= wait <= seconds * (1 + JITTER) for wait in waits)


def with_mail(settings, project) -> None:
    settings.EMAIL_URL = "smtp://mail.example.org"
    rita = world.researcher(project)
    rita.email = "rita@example.org"
    rita.save(update_fields=["email"])


def test_who_is_gone_is_switched_off_and_its_researchers_are_told(
    project, endpoint, receiver, settings
):
    with_mail(settings, project)
    receiver.replies.append(410)
    noted(project)
    noted(project, "batch:2")
    deliver(endpoint_id=endpoint.pk)
    endpoint.refresh_from_db()
    assert (endpoint.is_on, endpoint.off_because, len(receiver.received)) == (False, "gone", 1)
    assert set(Delivery.objects.values_list("state", flat=True)) == {State.FAILED}
    assert noted(project, "batch:3") is None
    notice = Notice.objects.get()
    assert (notice.kind, notice.user.username, notice.path) == (
        "webhook_off",
        "rita",
        f"/admin/webhooks/{endpoint.pk}/",
    )
    act = Act.objects.get(verb="hook_off")
    assert (act.actor, act.after) == (None, {"because": "gone"})
    assert switch_on(endpoint=endpoint, by=world.researcher(project))
    assert len(mail.outbox) == 0  # a task mails it


def test_who_has_failed_for_three_days_is_switched_off(project, endpoint, receiver, settings):
    with_mail(settings, project)
    receiver.replies.extend([500, 500])
    noted(project)
    deliver(endpoint_id=endpoint.pk)
    assert Endpoint.objects.get().is_on
    Endpoint.objects.update(failing_since=timezone.now() - timedelta(days=3))
    due_now()
    deliver(endpoint_id=endpoint.pk)
    assert (Endpoint.objects.get().off_because, Notice.objects.count()) == ("failing", 1)


def test_a_delivery_whose_worker_was_killed_is_sent_again(project, endpoint, receiver, monkeypatch):
    class Killed(BaseException):
        pass

    def die(*_args):
        raise Killed

    noted(project)
    with monkeypatch.context() as patch:
        patch.setattr(delivering, "_settle", die)
        with pytest.raises(Killed):
            deliver(endpoint_id=endpoint.pk)
    # What a killed process leaves: a call without an end, and a lease that nobody gives back.
    Endpoint.objects.update(
        lease=Delivery.objects.get().message, leased_until=timezone.now() + delivering.LEASE
    )
    due_now()
    assert (endpoints_due(), deliver(endpoint_id=endpoint.pk)) == ([], 0)
    Endpoint.objects.update(leased_until=timezone.now() - timedelta(seconds=1))
    assert deliver(endpoint_id=endpoint.pk) == 1
    first, second = receiver.received
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    assert [call.ended_at is None for call in Attempt.objects.order_by("pk")] == [True, False]
    assert Delivery.objects.get().state == State.DELIVERED


def test_the_last_attempt_of_a_killed_worker_ends_in_failure(project, endpoint, receiver):
    noted(project)
    Delivery.objects.update(attempts=MOST_ATTEMPTS)
    deliver(endpoint_id=endpoint.pk)
    assert (Delivery.objects.get().state, receiver.received) == (State.FAILED, [])


@pytest.mark.django_db(transaction=True)
def test_two_workers_send_nothing_twice(receiver):
    project = world.project()
    endpoint = registered(project, receiver.url)
    for number in range(4):
        noted(project, f"batch:{number}")
    receiver.delay = 0.02

    def work() -> None:
        deliver(endpoint_id=endpoint.pk)
        connections.close_all()

    workers = [threading.Thread(target=work) for _worker in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    names = [request.headers["webhook-id"] for request in receiver.received]
    assert (len(names), len(set(names)), receiver.at_once) == (4, 4, 1)


@contextmanager
def in_a_call(receiver):
    """Deliver an event to a new endpoint in another thread, and keep the call open until the
    context ends. Yield the endpoint."""
    project = world.project()
    endpoint = registered(project, receiver.url)
    noted(project)
    receiver.delay = 60

    def work() -> int:
        try:
            return deliver(endpoint_id=endpoint.pk)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as worker:
        calls = worker.submit(work)
        wait_for(lambda: receiver.received)
        yield endpoint
        receiver.delay = 0
        assert calls.result() == 1


@pytest.mark.django_db(transaction=True)
def test_an_endpoint_may_be_deleted_during_a_call(receiver):
    with in_a_call(receiver) as endpoint:
        delete_endpoint(endpoint=endpoint, by=world.researcher(endpoint.project))
    assert (Delivery.objects.count(), Attempt.objects.count()) == (0, 0)


@pytest.mark.django_db(transaction=True)
def test_whoever_switches_an_endpoint_off_during_a_call_finds_its_deliveries_free(receiver):
    with in_a_call(receiver) as endpoint, transaction.atomic():
        Endpoint.objects.select_for_update().get(pk=endpoint.pk)
        receiver.delay = 0
        waits_for_a_lock()
        list(Delivery.objects.select_for_update(nowait=True))
    assert Delivery.objects.get().state == State.DELIVERED


def test_a_test_is_sent_to_one_endpoint_whatever_it_asks_for(project, endpoint, receiver):
    other = registered(project, receiver.url, key="second")
    by = world.researcher(project)
    delivery = send_test(endpoint=endpoint, key="t1", by=by)
    assert send_test(endpoint=endpoint, key="t1", by=by) == delivery
    assert (deliver(endpoint_id=endpoint.pk), deliver(endpoint_id=other.pk)) == (1, 0)
    assert json.loads(receiver.received[0].body)["type"] == "webhook.test"


def test_log_lines_bear_the_request_and_no_secret(project, endpoint, receiver, caplog):
    caplog.handler.addFilter(RequestId())
    caplog.handler.setFormatter(JsonLines())
    receiver.replies.extend([500, "redirect", "drop"])
    receiver.target = "https://elsewhere.example/?token=of-the-receiver"
    with caplog.at_level(logging.INFO):
        with as_request("abc"):
            noted(project)
        for _attempt in range(4):
            due_now()
            deliver(endpoint_id=endpoint.pk)
    message = str(Delivery.objects.get())
    lines = [json.loads(line) for line in caplog.text.splitlines()]
    assert [(line["message"], line["request"]) for line in lines] == [
        (f"Web hook {endpoint.pk}, {message}, attempt {number}: {outcome}", "abc")
        for number, outcome in enumerate(("500", "302", "connection", "204"), 1)
    ]
    # What could be told was there to be told.
    assert "of-the-receiver" in endpoint.url
    assert Attempt.objects.filter(detail__contains="of-the-receiver").exists()
    assert [text for text in ("of-the-receiver", endpoint.secret) if text in caplog.text] == []
