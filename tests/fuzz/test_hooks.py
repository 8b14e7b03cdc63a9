"""Fuzz tests of signed Prolific webhooks: invalid content causes no server error, payment or
response."""

import base64
import hmac
from collections import Counter

import pytest

from hits.models import Answer
from payments.models import Transaction
from recruiting.prolific.models import HookEvent
from recruiting.prolific.tasks import take_event
from tests.fuzz.mutations import in_bounded_time, mutants
from tests.recruiting.conftest import *  # noqa: F403 - its fixtures

pytestmark = pytest.mark.django_db
FEW, MANY = 20, 1000


def deliver(lab, body: bytes, number: int) -> int:
    """Deliver a correctly signed webhook and run its task. Return the response's status code."""
    signed = hmac.digest(lab.server.secret.encode(), b"1795000000" + body, "sha256")
    headers = {
        "HTTP_X_PROLIFIC_REQUEST_SIGNATURE": base64.b64encode(signed).decode(),
        "HTTP_X_PROLIFIC_REQUEST_TIMESTAMP": "1795000000",
        "HTTP_X_EVENT_ID": f"event-{number}",
    }
    with in_bounded_time():
        status = lab.hook(body, headers).status_code
        for pk in HookEvent.objects.filter(handled_at=None).values_list("pk", flat=True):
            take_event(pk)
    return status


def hooks_tried(lab, number: int) -> Counter:
    session, browser = lab.person("p1")
    lab.come_in(session, browser)
    lab.rate(session)
    seeds = [lab.server.hook(session, state=state)[0] for state in ("", "RETURNED", "APPROVED")]
    stored = Transaction.objects.count(), Answer.objects.count()
    bodies = enumerate(mutants(21, seeds, number))
    statuses = Counter(deliver(lab, body, place) for place, body in bodies)
    assert (Transaction.objects.count(), Answer.objects.count()) == stored
    return statuses


@pytest.mark.attack("POST")
def test_a_few_hooks_are_taken_or_refused(lab):
    assert set(hooks_tried(lab, FEW)) <= {204, 400, 403, 422}


@pytest.mark.long
def test_many_hooks_are_taken_or_refused(lab, record_property):
    statuses = hooks_tried(lab, MANY)
    record_property("figures", f"{statuses.total()} inputs, by status {dict(statuses)}, 0 failures")
    assert set(statuses) <= {204, 400, 403, 422}
