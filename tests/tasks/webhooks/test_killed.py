"""Tests of a worker that is killed during a delivery: the receiver can recognise the repeat."""

import signal
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from tasks.webhooks.delivering import deliver, endpoints_due
from tasks.webhooks.models import Attempt, Delivery, Endpoint
from tests import world
from tests.tasks.webhooks.conftest import registered
from tests.tasks.webhooks.test_delivering import noted

pytestmark = [pytest.mark.long, pytest.mark.django_db(transaction=True)]
ROOT = Path(__file__).parents[3]
SEND = """
import django
django.setup()
from tasks.webhooks.delivering import deliver
deliver(endpoint_id={endpoint})
"""


def test_what_a_killed_worker_was_sending_is_sent_again(receiver, site_environment):
    project = world.project()
    endpoint = registered(project, receiver.url)
    noted(project)
    receiver.delay = 3600
    worker = subprocess.Popen(
        [sys.executable, "-c", SEND.format(endpoint=endpoint.pk)],
        cwd=ROOT,
        env=site_environment | {"WEBHOOK_HOSTS": "127.0.0.1"},
    )
    while not receiver.received:
        assert worker.poll() is None
        time.sleep(0.05)
    worker.send_signal(signal.SIGKILL)
    worker.wait()
    receiver.delay = 0
    row = Endpoint.objects.get()
    assert timezone.now() < row.leased_until
    Delivery.objects.update(next_at=timezone.now())
    assert (endpoints_due(), deliver(endpoint_id=endpoint.pk)) == ([], 0)
    Endpoint.objects.update(leased_until=timezone.now() - timedelta(seconds=1))
    assert endpoints_due() == [endpoint.pk]
    assert deliver(endpoint_id=endpoint.pk) == 1
    names = [request.headers["webhook-id"] for request in receiver.received]
    assert (len(names), len(set(names))) == (2, 1)
    assert [call.ended_at is None for call in Attempt.objects.order_by("pk")] == [True, False]
    assert Delivery.objects.get().state == Delivery.State.DELIVERED
