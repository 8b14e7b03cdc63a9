"""Tests of the Consent and questionnaires pages: editing, preview and collected answers."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.errors import RateroomError
from people.models import Act
from recruiting.around.attaching import detach_page, pages_of
from recruiting.around.consent_texts import text_of, write_consent_page
from recruiting.around.models import PageVersion
from recruiting.publishing import publish
from surveys.questionnaires.loading import example_source
from tests import world
from tests.pages import signed_in, words
from tests.recruiting.test_around import RIGHT, WRONG, at, batch_with, worker

pytestmark = pytest.mark.django_db


def address(batch, tail: str = "") -> str:
    return f"/admin/hits/batch/{batch.pk}/around/{tail}"


def test_examples_are_taken_over_changed_and_taken_away():
    draft = world.draft_batch(world.project())
    client = signed_in(world.researcher(draft.project))
    for page in ("consent", "about"):
        client.post(address(draft, f"{page}/choose/"), {"action": "example"})
    own = example_source("consent").replace("Your consent", "What you agree to")
    assert client.get(address(draft, "consent/")).status_code == 200
    client.post(address(draft, "consent/"), {"source": own})
    client.post(address(draft, "about/choose/"), {"action": "detach"})
    assert [str(row.version.spec.rubric.title) for row in pages_of(draft).values()] == [
        "What you agree to"
    ]
    example = PageVersion.objects.order_by("pk").first()
    client.post(address(draft, "consent/choose/"), {"action": "choose", "version": example.pk})
    assert pages_of(draft)["consent"].version == example
    noted = Act.objects.filter(verb="amended", subject_type="hits.batch").order_by("pk")
    assert [(act.before or {}) and list(act.before) for act in noted] == [
        {},
        {},
        ["consent"],
        ["about"],
        ["consent"],
    ]


def test_a_mistake_is_told_with_its_line_and_nothing_is_stored():
    draft = world.draft_batch(world.project())
    client = signed_in(world.researcher(draft.project))
    wrong = example_source("about").replace("kind: choice", "kind: choise", 1)
    for target in ("about/", "about/look/"):
        page = client.post(address(draft, target), {"source": wrong})
        assert page.status_code == 422
        assert "line 10 sections.0.kind: `choise` is not a known kind." in page.content.decode()
    other = client.post(address(draft, "closing/"), {"source": example_source("about")})
    assert other.status_code == 422
    assert "This text belongs to the page “Demographics”." in other.content.decode()
    assert PageVersion.objects.count() == 0


def test_a_look_at_a_page_checks_answers_and_stores_nothing():
    draft = world.draft_batch(world.project())
    client = signed_in(world.viewer(draft.project))
    look = address(draft, "comprehension/look/")
    source = {"source": example_source("comprehension")}
    pages = [
        words(client.post(look, source | answers | {"_attempt": "1"}))
        for answers in ({}, WRONG, RIGHT)
    ]
    assert "2 answers are missing or not valid" in pages[0]
    assert ("? This answer is wrong." in pages[1], "?:" in pages[1]) == (True, False)
    assert "One answer is wrong" in pages[1]
    assert "These answers would be accepted." in pages[2]
    assert PageVersion.objects.count() == 0


def answered_batch():
    batch = batch_with("consent", "about", "comprehension")
    client = worker(batch)
    client.post(at(batch, "consent"), {"action": "agree"})
    client.post(at(batch, "about"), {"age_band": "2", "device": "3"})
    client.post(at(batch, "comprehension"), WRONG | {"_attempt": "1"})
    client.post(at(batch, "comprehension"), RIGHT | {"_attempt": "2"})
    return batch


def test_the_desk_sees_who_agreed_what_was_told_and_what_was_wrong():
    batch = answered_batch()
    client = signed_in(world.viewer(batch.project))
    with CaptureQueriesContext(connection) as queries:
        page = words(client.get(address(batch)))
    assert len(queries) == 21
    for shown in (
        "Agreed 1 Declined 0 Withdrew 0",
        "How old are you? 1 answer 18 to 24 0 of 1 25 to 34 1 of 1",
        "Correct at the first attempt 0 Not passed 0 In progress 0",
        "What do you judge? 1 of 2",
    ):
        assert shown in page


def test_answers_about_people_are_a_table_of_their_own():
    batch = answered_batch()
    client = signed_in(world.researcher(batch.project))
    plain = client.post(address(batch, "about/answers.csv"))
    joined = client.post(address(batch, "about/answers.csv"), {"pseudonyms": "yes"})
    version = pages_of(batch)["about"].version.sha256[:12]
    pseudonym = batch.enrolments.get().pseudonym
    assert plain.content.decode().splitlines() == [
        "Version,age_band,first_language,device",
        f"{version},2,,3",
    ]
    assert joined.content.decode().splitlines()[1] == f"{pseudonym},{version},2,,3"
    assert Act.objects.filter(verb="exported").count() == 2
    export = client.get(f"/batches/{batch.pk}/export/wide.csv").getvalue().decode()
    assert "age_band" not in export


def test_nobody_is_asked_to_agree_to_the_unchanged_example():
    draft = world.draft_batch(world.project())
    researcher = world.researcher(draft.project)
    client = signed_in(researcher)
    # As a browser posts a textarea, and with a comment, which changes nothing that people read.
    source = example_source("consent").replace("\n", "\r\n") + "# unchanged\r\n"
    client.post(address(draft, "consent/"), {"source": source})
    with pytest.raises(RateroomError) as refusal:
        publish(draft, by=researcher)
    assert refusal.value.where == "Consent"
    detach_page(batch=draft, page="consent", by=researcher)
    draft = world.publish(draft)
    page = client.post(address(draft, "consent/choose/"), {"action": "example"}, follow=True)
    assert "The consent text is still the example" in words(page)
    assert "Use the example" not in words(page)
    assert pages_of(draft) == {}
    own = example_source("consent").replace("your institution", "the university")
    client.post(address(draft, "consent/"), {"source": own})
    assert list(pages_of(draft)) == ["consent"]


def test_a_few_answers_write_a_consent_that_can_be_edited():
    draft = world.draft_batch(world.project(), expected_seconds=120, reward="0.40")
    client = signed_in(world.researcher(draft.project))
    form = client.get(address(draft, "consent/text/")).context["form"]
    given = {name: form[name].value() or "" for name in form.fields}
    assert "About 2 minutes per HIT." in given["duration"]
    assert given["pay"] == "$0.40 per HIT"
    given |= {"purpose": "We compare captions.", "contact": "moths@example.org", "risks": ""}
    written = client.post(address(draft, "consent/text/"), given | {"compose": "yes"})
    text = written.context["form"]["text"].value()
    assert text.split("\n\n")[0] == "Purpose\nWe compare captions."
    assert "Contact\nmoths@example.org" in text
    assert ("Risks" in text, "Ethics review" in text) == (False, False)
    edited = f"{text}\n\nThank you."
    client.post(address(draft, "consent/text/"), given | {"text": edited})
    draft.refresh_from_db()
    assert draft.consent_text.replace("\r\n", "\n") == edited
    assert "Thank you." in words(client.get(address(draft, "consent/look/")))
    write_consent_page(draft=draft, by=None)
    assert "Thank you." in text_of(pages_of(draft)["consent"].version)


def test_a_new_consent_of_a_published_batch_asks_everyone_again():
    batch = batch_with("consent")
    client = worker(batch)
    client.post(at(batch, "consent"), {"action": "agree"})
    desk = signed_in(world.researcher(batch.project))
    page = desk.get(address(batch, "consent/text/"))
    assert "everyone is asked for consent again" in words(page)
    desk.post(address(batch, "consent/text/"), {"text": "A new text."})
    assert text_of(pages_of(batch)["consent"].version) == "A new text."
    assert batch.enrolments.get().next_route == at(batch, "consent")


def test_a_consent_page_is_not_replaced_by_a_text_unseen():
    draft = world.draft_batch(world.project())
    client = signed_in(world.researcher(draft.project))
    client.post(address(draft, "consent/choose/"), {"action": "example"})
    page = client.post(address(draft, "consent/text/"), {"text": "A text."})
    assert page.status_code == 422
    assert "already has a consent page. Remove it under" in page.content.decode()
