"""Tests of consent texts, which are stored as a consent page when a batch is published."""

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.test import Client
from django.urls import reverse

from core.errors import RateroomError
from hits.batches.publishing import make_hits
from hits.models import Assignment, Batch, Enrolment
from hits.queue.claiming import PageFirst, claim_assignment
from recruiting.around.attaching import attach_page, pages_of, store_page
from recruiting.around.consent_texts import begin_draft, consent_text_of, source_of, text_of
from recruiting.publishing import publish
from stimuli.store import storage_name
from surveys.questionnaires.loading import example_source
from tests import world
from tests.api.program import Program

pytestmark = pytest.mark.django_db
TEXT = "You *may* stop <b>at any time</b>.\nAsk us.\n\n1. We store answers.\n- No names."


@pytest.fixture
def draft():
    name = storage_name("ab" * 32)  # of the world's picture
    if not default_storage.exists(name):
        default_storage.save(name, ContentFile(b"a picture"))
    return world.draft_batch(world.project(), consent_text=TEXT)


def test_a_published_batch_has_its_text_as_a_page_and_no_work_without_consent(draft):
    owner, annotator = world.owner(draft.project), world.annotator()
    publish(draft, by=owner)
    make_hits(batch_id=draft.pk)
    batch = Batch.objects.get()
    page = pages_of(batch)["consent"]
    assert (batch.consent_text, text_of(page.version)) == ("", TEXT)
    client = Client()
    client.force_login(annotator)
    client.post(reverse("start", args=[batch.pk]), {"instructions": "read"})
    with pytest.raises(PageFirst):
        claim_assignment(annotator=annotator, batch=batch)
    assert Assignment.objects.in_work().count() == 0
    address = reverse("around", args=[batch.pk, "consent"])
    shown = client.get(address).content.decode()
    assert "You *may* stop &lt;b&gt;at any time&lt;/b&gt;.<br" in shown
    assert "1. We store answers." in shown
    client.post(address, {"version": page.version_id, "decision": "agree", "action": "agree"})
    enrolment = Enrolment.objects.get()
    assert enrolment.consent_sha256 == page.version.sha256
    assert claim_assignment(annotator=annotator, batch=batch).annotator == annotator


def test_the_text_is_read_again_and_starts_the_next_draft(draft):
    owner = world.owner(draft.project)
    publish(draft, by=owner)
    program = Program(owner)
    assert program.get(f"batches/{draft.pk}").json()["consent_text"] == TEXT
    following = begin_draft(dataset=draft.dataset, version=draft.rubric_version, by=owner)
    assert following.consent_text == TEXT
    answer = program.ask("PATCH", f"batches/{following.pk}", {"consent_text": "Another."})
    assert answer.json()["consent_text"] == "Another."
    publish(following, by=owner)
    assert consent_text_of(Batch.objects.get(pk=following.pk)) == "Another."
    assert consent_text_of(Batch.objects.get(pk=draft.pk)) == TEXT


def test_a_page_of_another_origin_and_a_text_are_not_both_published(draft):
    own = example_source("consent").replace("Your consent", "What you agree to")
    version = store_page(batch=draft, page="consent", source=own, by=None)
    attach_page(batch=draft, version=version, by=None)
    with pytest.raises(RateroomError, match="a consent page and a consent text"):
        publish(draft, by=world.owner(draft.project))
    draft.refresh_from_db()
    assert (draft.state, draft.consent_text) == ("draft", TEXT)


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        "Plain.",
        "back\\slash\\\n* star\n+ plus\n12) twelve\n=====\n# no heading",
        "[link](https://lab.example) `code` ~~gone~~ | cell & more!",
        "First: paragraph\n\nSecond 'paragraph' \"quoted\"\n\n> third – ünï",
    ],
)
def test_a_text_is_stored_as_a_page_without_a_change(draft, text):
    version = store_page(batch=draft, page="consent", source=source_of(text), by=None)
    assert text_of(version) == text
    assert not version.spec.questions()


def test_a_page_of_another_origin_has_no_text(draft):
    version = store_page(batch=draft, page="consent", source=example_source("consent"), by=None)
    assert text_of(version) == ""
