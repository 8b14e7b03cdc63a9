"""Tests of the read-only tables: only superusers can open them, secrets are hidden, and nothing can
be changed."""

import pytest
from django.apps import apps
from django.db import models
from django.urls import reverse

from desk.tables import views
from stimuli.models import Item
from tests import world
from tests.pages import signed_in

pytestmark = pytest.mark.django_db
# What opens something, or may hold what does. A column like these is a line here.
SECRETS = {
    "people.user": {"password"},
    "people.apitoken": {"token_sha256", "hint"},
    "people.invitation": {"token_sha256", "key"},
    "people.notice": {"values", "path"},
    "webhooks.endpoint": {"sealed_secret", "sealed_former", "key", "rotation_key"},
    "hits.batch": {"completion_code"},
    "hits.enrolment": {"completion_code"},
    "hits.pseudonymkey": {"secret"},
    "recruiting.guest": {"key", "token_sha256"},
    "recruiting.panel": {"signing_key"},
    "recruiting.sitting": {"session", "code_given"},
    "prolific.workspace": {"sealed_token", "sealed_hook_secret"},
    "prolific.study": {"codes"},
    "prolific.outgoingcall": {"values", "key"},
    "judges.judgeendpoint": {"sealed_key"},
    "api.keyedwrite": {"answer", "key"},
}


def test_no_secret_is_a_column():
    shown = {
        label: {field.name for field in views.shown_fields(model)}
        for label, model in views.tables().items()
    }
    leaks = {label: names & shown[label] for label, names in SECRETS.items()}
    assert {label: names for label, names in leaks.items() if names} == {}
    named = {f"{label}.{name}" for label, names in SECRETS.items() for name in names}
    assert {path for path in named if not _is_column(path)} == set(), "the list is of real columns"
    assert "people.session" not in shown
    assert "mfa.authenticator" not in shown


def _is_column(path: str) -> bool:
    app, model, name = path.split(".")
    return name in {field.name for field in apps.get_model(app, model)._meta.concrete_fields}


@pytest.mark.attack("GET")
def test_every_row_is_shown_and_no_page_holds_a_secret(study):
    """Neither the text of a secret column nor a text inside its JSON appears on any page."""
    client, pages = study.client("superuser"), []
    for label, model in views.tables().items():
        answer = client.get(reverse("admin:table", args=[label]))
        assert answer.status_code == 200, label
        pages.append(answer.content.decode())
        for row in model._default_manager.order_by("-pk")[:2]:
            answer = client.get(reverse("admin:table_row", args=[label, row.pk]))
            assert answer.status_code == 200, (label, row.pk)
            pages.append(answer.content.decode())
    secrets = set(_secret_texts())
    assert len(secrets) > 10, "there is something that could leak"
    assert {secret for secret in secrets for page in pages if secret in page} == set()


def _secret_texts():
    for model in apps.get_models():
        names = SECRETS.get(model._meta.label_lower, set()) - {"session"}
        if model._meta.label_lower in {"people.session", "mfa.authenticator"}:
            names = {field.name for field in model._meta.concrete_fields if _holds_text(field)}
            names -= {"type", "device"}
        for name in names:
            for value in model._default_manager.values_list(name, flat=True):
                if isinstance(value, str) and len(value) > 8:
                    yield value


def _holds_text(field) -> bool:
    return isinstance(field, models.CharField | models.TextField)


def test_rows_are_found_by_number_and_by_project():
    root = signed_in(world.person("root", is_staff=True, is_superuser=True))
    moths, lichens = (world.project(name=name) for name in ("Ferns", "Mosses"))
    item = world.dataset(moths, items=2).items.first()
    world.dataset(lichens, items=3)

    def listed(**query) -> list[int]:
        address = reverse("admin:table", args=["stimuli.item"])
        return [row.pk for row in root.get(address, query).context["window"].rows]

    everything = list(Item.objects.order_by("-pk").values_list("pk", flat=True))
    assert (listed(), listed(number=item.pk)) == (everything[:10], [item.pk])
    assert listed(project=lichens.pk) == everything[:3]
    assert listed(after=everything[3]) == everything[4:14]


def test_the_way_to_a_project_is_the_shortest():
    ways = {label: views.way_to_project(model) for label, model in views.tables().items()}
    assert {
        label: ways[label] for label in ("people.project", "hits.assignment", "people.user")
    } == {"people.project": "pk", "hits.assignment": "batch__project", "people.user": ""}


@pytest.mark.attack("GET", "POST")
def test_owners_see_no_table_and_nobody_writes_one(study):
    addresses = [
        reverse("admin:tables"),
        reverse("admin:table", args=["people.user"]),
        reverse("admin:table_row", args=["people.user", study.people["owner"].pk]),
    ]
    owner, root = study.client("owner"), study.client("superuser")
    assert {owner.get(address).status_code for address in addresses} == {403}
    assert {root.post(address).status_code for address in addresses} == {405}
    assert root.get(reverse("admin:table", args=["sessions.session"])).status_code == 404
