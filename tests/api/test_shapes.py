"""Tests that API responses match the schema, with random requests by Schemathesis."""

from collections import Counter

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from annotation.wsgi import application
from api.reference import openapi
from people.models.tokens import Scope
from people.tokens.granting import make_token
from tests.access.study import make_study

pytestmark = pytest.mark.django_db
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
# What stands for a parameter of an address, by its name; for `id` by what stands before it.
NAMES = {
    "batch": "batch",
    "project": "project",
    "assignment": "submitted",
    "hit": "reported_hit",
    "user": "member",
    "sha256": "snapshot",
}
BEFORE_ID = {
    "imports": "import",
    "datasets": "dataset",
    "rubrics": "version",
    "judge-runs": "run",
    "reports": "report",
    "invitations": "invitation",
    "webhooks": "webhook",
    "deliveries": "delivery",
    "tasks": "task",
    "endpoints": "endpoint",
    "prolific-submissions": "panel_submission",
    "parts": "enrolment",
    "annotators": "enrolment",
    "people": "enrolment",
    "panels": "panel",
    "links": "batch_link",
    "objections": "appeal",
    "qualifications": "qualification",
    "transactions": "transaction",
}
TEXTS = {"page": "consent", "provider": "openai"}


@pytest.fixture
def kept_connection():
    """Keep the database connection open, because a request would close the test's connection."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def ask_for_everything(examples, limit):
    """Send `examples` random requests to each operation, three of four about existing objects.
    Return the number of responses by status."""
    limit.API_REQUESTS_PER_MINUTE = 10**9
    schema = schemathesis.openapi.from_dict(openapi())
    schema.app = application
    study = make_study()
    _row, token = make_token(user=study.people["owner"], name="x", scopes=Scope, days=1)
    answers = Counter()

    def draw_for(operation):
        parts = operation.path.split("/")
        before_id = dict(zip(parts[1:], parts, strict=False)).get("{id}", "")

        @settings(
            max_examples=examples,
            database=None,
            deadline=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def ask(case):
            for name in case.path_parameters or ():
                known = BEFORE_ID.get(before_id) if name == "id" else NAMES.get(name)
                if sum(answers.values()) % 4 and (known or name in TEXTS):
                    case.path_parameters[name] = study.names[known] if known else TEXTS[name]
            with transaction.atomic():
                response = case.call(headers={"Authorization": f"Bearer {token}"})
                transaction.set_rollback(True)
            answers[response.status_code] += 1
            case.validate_response(response, checks=CHECKS)

        ask()

    for result in schema.get_all_operations():
        draw_for(result.ok())
    return answers


def test_a_request_of_each_kind(kept_connection, settings):
    answers = ask_for_everything(1, settings)
    assert answers[200] > answers[404] > 0


@pytest.mark.long
def test_many_requests_of_each_kind(kept_connection, settings, record_property):
    answers = ask_for_everything(150, settings)
    record_property("figures", f"{answers.total()} requests, by status {dict(answers)}")
    assert answers.total() > 10_000
