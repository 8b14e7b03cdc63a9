"""Tests of links in emails, which start with `SITE_URL` whatever host a request names."""

import re

import pytest
from celery import current_app
from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests import world

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_tries_counted")]
SITE = "https://ratings.example.org"
FORGED = "testserver:6666"  # a port is part of no list of hosts


@pytest.fixture(autouse=True)
def mailed_at_once(settings, monkeypatch):
    settings.SITE_URL, settings.EMAIL_URL = f"{SITE}/", "smtp://mail.example.org"
    settings.ALLOWED_HOSTS = ["*"]
    current_app.conf.task_always_eager = True
    monkeypatch.setattr(
        "people.sign_in.forms.current_app.send_task",
        lambda name, args: current_app.tasks[name].apply(args=args),
    )
    yield
    current_app.conf.task_always_eager = False


def links_after(client: Client, address: str, form: dict, host: str) -> set[str]:
    """Send the form with this Host header. Return the origins of all links in its email."""
    answer = client.post(address, form, HTTP_HOST=host)
    assert answer.status_code in {200, 302}
    assert len(mail.outbox) == 1
    return set(re.findall(r"https?://[^/\s]+", mail.outbox[0].body))


@pytest.mark.attack("POST")
@pytest.mark.parametrize("host", [FORGED, "evil.example"])
def test_a_forged_host_reaches_no_link_for_a_new_password(host):
    user = world.annotator()
    user.email = "ann@example.org"
    user.save(update_fields=["email"])
    form = {"email": "ann@example.org"}
    assert links_after(Client(), reverse("account_reset_password"), form, host) == {SITE}


def test_a_forged_host_reaches_no_invitation():
    project, client = world.project(), Client()
    client.force_login(world.owner(project))
    form = {"role": "viewer", "uses": 1, "days": 7, "address": "n@example.org", "key": "k"}
    address = reverse("admin:invite", args=[project.pk])
    assert links_after(client, address, form, FORGED) == {SITE}


def test_a_forged_host_reaches_no_personal_link():
    project, client = world.project(), Client()
    client.force_login(world.researcher(project))
    batch = world.live_batch(project, audience="link")
    table = SimpleUploadedFile("people.csv", b"address\nada@example.org\n")
    form = {"file": table, "days": 7, "cap": "", "mail": "on", "key": "k"}
    address = reverse("admin:make_links", args=[batch.pk])
    assert links_after(client, address, form, FORGED) == {SITE}
