"""Tests that every response has the security headers.

Pages, redirects and refusals of all routes are tested in `tests/access/test_routes.py`. The tests
here cover responses that do not come from our views. The reverse proxy's headers are tested in
`tests/local/test_serve.py`, and responses to malformed requests in
`tests/local/test_slow_senders.py`.
"""

import hashlib

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import OperationalError, connection
from django.test import Client

from annotation.middleware import standing_headers
from stimuli.models import Medium
from stimuli.shown import medium_address
from tests import world

pytestmark = pytest.mark.django_db
CONTENT = b"bytes of a clip"
DIGEST = hashlib.sha256(CONTENT).hexdigest()


@pytest.fixture
def ann(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    settings.WHITENOISE_AUTOREFRESH = settings.WHITENOISE_USE_FINDERS = True
    default_storage.save(Medium(sha256=DIGEST).storage_name, ContentFile(CONTENT))
    client = Client(raise_request_exception=False)
    client.force_login(world.annotator())
    return client


def clip() -> str:
    return medium_address(DIGEST, "video/mp4", viewer=world.annotator().pk)


def asked_when_the_database_is_away(client):
    def refuse(*_args):
        raise OperationalError("the database system is shutting down")

    with connection.execute_wrapper(refuse):
        return client.get("/")


def asked_for_a_defect(client):
    def refuse(*_args):
        raise ZeroDivisionError

    with connection.execute_wrapper(refuse):
        return client.get("/")


ASKED = {
    "a part of a clip": (206, lambda ann: ann.get(clip(), headers={"Range": "bytes=0-3"})),
    "a part that is none": (416, lambda ann: ann.get(clip(), headers={"Range": "bytes=99-"})),
    "a style": (200, lambda ann: ann.get("/static/css/site.css")),
    "no style": (404, lambda ann: ann.get("/static/nothing.css")),
    "leaving": (302, lambda ann: ann.post("/accounts/logout/")),
    "no page": (404, lambda ann: ann.get("/nothing/")),
    "no token": (401, lambda ann: ann.get("/api/v1/projects")),
    "no such thing of the API": (404, lambda ann: ann.get("/api/v1/nothing")),
    "what cannot be read": (400, lambda ann: ann.get("/?q=%00")),
    "another host": (400, lambda ann: ann.get("/", headers={"Host": "elsewhere.example.org"})),
    "no key of the form": (403, lambda _ann: Client(enforce_csrf_checks=True).post("/accounts/login/")),
    "the database is away": (503, asked_when_the_database_is_away),
    "a defect": (500, asked_for_a_defect),
    "a probe": (200, lambda ann: ann.get("/livez")),
}  # fmt: skip


@pytest.mark.attack("GET", "POST")
@pytest.mark.parametrize("what", ASKED)
def test_every_response_has_the_headers(ann, what):
    status, ask = ASKED[what]
    response = ask(ann)
    assert response.status_code == status
    assert set(standing_headers()) - set(response.headers) == set()
