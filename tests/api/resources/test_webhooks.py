"""Tests of webhooks in the API: registered with a secret shown once, changed, and sent again."""

import pytest

from api.models import KeyedWrite
from tasks.webhooks.delivering import deliver
from tasks.webhooks.models import Delivery, Endpoint
from tests import world
from tests.api.program import Program

pytestmark = pytest.mark.django_db
TERMS = {"name": "CI", "url": "http://127.0.0.1:9/hook", "kinds": ["batch.done"]}


@pytest.fixture
def program(project):
    return Program(world.researcher(project), scopes="read write")


def test_a_repeat_gets_the_same_secret_and_no_other_table_has_it(project, program):
    address, key = f"projects/{project.pk}/webhooks", {"HTTP_IDEMPOTENCY_KEY": "k"}
    first, second = (program.made(address, TERMS, **key) for _repeat in range(2))
    assert first == second
    assert first["secret"] == Endpoint.objects.get().secret
    webhook = f"webhooks/{first['webhook']['id']}"
    rotated = [program.made(f"{webhook}/secret", HTTP_IDEMPOTENCY_KEY="r") for _ in (1, 2)]
    assert rotated[0] == rotated[1]
    assert rotated[0]["secret"] != first["secret"]
    assert set(KeyedWrite.objects.values_list("answer", flat=True)) == {None}
    assert "secret" not in program.read(webhook)


def test_what_is_left_out_of_a_change_stays(project, program):
    made = program.made(f"projects/{project.pk}/webhooks", TERMS)["webhook"]
    address = f"webhooks/{made['id']}"
    changes = {"kinds": ["batch.progress"], "percentages": [50]}
    assert program.ask("PATCH", address, changes).json() == made | changes
    answer = program.ask("PATCH", address, {"percentages": []})
    assert (answer.status_code, answer.json()["problems"][0]["path"]) == (422, "percentages")
    assert program.ask("DELETE", address).status_code == 204
    assert program.get(address).status_code == 404


def test_a_private_address_is_a_problem_of_its_field(project, program, settings):
    settings.WEBHOOK_HOSTS = []
    terms = TERMS | {"url": "https://169.254.169.254/"}
    answer = program.post(f"projects/{project.pk}/webhooks", terms)
    assert answer.status_code == 422
    assert [problem["path"] for problem in answer.json()["problems"]] == ["url"]


def test_a_delivery_is_read_with_what_was_sent_and_sent_again(project, program):
    made = program.made(f"projects/{project.pk}/webhooks", TERMS)["webhook"]
    sent = program.made(f"webhooks/{made['id']}/test")
    deliver(endpoint_id=made["id"])  # nobody listens there
    whole = program.read(f"deliveries/{sent['id']}")
    assert (whole["delivery"]["message"], whole["delivery"]["attempts"]) == (sent["message"], 1)
    assert [call["problem"] for call in whole["calls"]] == ["connection"]
    assert '"type": "webhook.test"' in whole["body"]
    program.made(f"webhooks/{made['id']}/off")
    log = program.read(f"webhooks/{made['id']}/deliveries?state=failed")["results"]
    assert [row["id"] for row in log] == [sent["id"]]
    assert program.post(f"deliveries/{sent['id']}/again").status_code == 422  # it is off
    program.made(f"webhooks/{made['id']}/on")
    again = program.made(f"webhooks/{made['id']}/again", {"since": "2026-01-01T00:00:00Z"})
    assert again == {"changed": 1}
    assert Delivery.objects.get().state == Delivery.State.WAITING
