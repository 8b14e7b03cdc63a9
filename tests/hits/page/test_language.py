"""Tests of the language of a HIT: the annotator's or the batch's, stored with the response and
exported."""

import csv
import io
import re

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from hits.batches.publishing import NotPublishable, publish_batch
from hits.exports import dictionary_rows, stream
from hits.models import Assignment, Batch, Enrolment
from hits.queue.claiming import enrol
from hits.queue.submitting import submit_assignment
from judges.models import JudgeRun
from judges.prompts.prompting import hit_prompt
from surveys.languages.translations import in_language
from surveys.loading import library_rubric, library_source
from surveys.prompts import prompt_text
from surveys.versions.storing import load_version
from tests import world
from tests.pages import squeezed

pytestmark = pytest.mark.django_db
LOCALE = "django.middleware.locale.LocaleMiddleware"
GERMAN = in_language(library_rubric("image-paragraph"), "de")
ENGLISH = library_rubric("image-paragraph")


@pytest.fixture(autouse=True)
def languages(settings):
    """Offer the site in three languages, even if it is translated into fewer."""
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("es", "español")]
    if LOCALE not in settings.MIDDLEWARE:
        after = (
            settings.MIDDLEWARE.index("django.contrib.sessions.middleware.SessionMiddleware") + 1
        )
        settings.MIDDLEWARE = [*settings.MIDDLEWARE[:after], LOCALE, *settings.MIDDLEWARE[after:]]


def reading(client, user, code: str):
    """Log `client` in as `user` with `code` as the browser's language."""
    client.force_login(user)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = code
    return client


def rubric_words(page: str) -> set[str]:
    """Return the languages in which the page contains the first section's options."""
    found = {one.language: one.sections[0].options[0].text for one in (ENGLISH, GERMAN)}
    return {code for code, text in found.items() if text in page}


def page_in(client, user, batch, code: str) -> str:
    claimed = world.claim(user, batch)
    return reading(client, user, code).get(world.hit_path(claimed)).content.decode()


@pytest.mark.parametrize(
    ("fixed", "asked", "shown"),
    [
        *(("", "de", "de"), ("", "de-at", "de"), ("", "en", "en"), ("", "fr", "en")),
        *(("de", "en", "de"), ("en", "de", "en")),
    ],
)
def test_an_annotator_reads_their_own_language_unless_the_batch_fixes_one(
    client, fixed, asked, shown
):
    batch, ann = world.live_batch(world.project(), language=fixed), world.annotator()
    page = page_in(client, ann, batch, asked)
    assert rubric_words(page) == {shown}
    assert (
        f'id="panel-naturalness" data-panel data-section="naturalness" lang="{shown}" dir="ltr"'
        in squeezed(page)
    )
    summary = {"en": ENGLISH, "de": GERMAN}[shown].summary
    instructions = client.get(f"/batches/{batch.pk}/").content.decode()
    assert f'<p class="lead" lang="{shown}" dir="ltr">{summary}</p>' in instructions
    client.post(world.hit_path(Assignment.objects.get(state="claimed")), world.GOOD)
    assert Assignment.objects.get(state="submitted").shown_language == shown


def test_pages_in_two_languages_are_kept_apart(client):
    batch = world.live_batch(world.project(), annotators_per_hit=2)
    ann, ben = world.annotator(), world.second_annotator()
    for _turn in range(2):
        assert rubric_words(page_in(client, ann, batch, "de")) == {"de"}
        assert rubric_words(page_in(client, ben, batch, "en")) == {"en"}


def test_what_is_wrong_is_told_with_the_words_on_the_page(client):
    batch, ann = world.live_batch(world.project(), language="de"), world.annotator()
    claimed = world.claim(ann, batch)
    reply = reading(client, ann, "en").post(world.hit_path(claimed), world.GOOD | {"syntax": ""})
    assert reply.status_code == 422
    assert '<a href="#q-syntax">Satzbau: ' in squeezed(reply.content.decode())
    assert Assignment.objects.get(pk=claimed.pk).shown_language == ""


def rows(batch, kind) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(b"".join(stream(batch, kind)).decode())))


@pytest.mark.parametrize("kind", ["long", "wide"])
def test_exports_differ_in_the_column_of_the_language_alone(kind):
    batch = world.live_batch(world.project(), annotators_per_hit=3)
    for user, code in (
        (world.annotator(), "de"),
        (world.second_annotator(), "en"),
        (world.person("cleo"), ""),
    ):
        for _turn in range(batch.hits.count()):
            claimed = world.claim(user, batch)
            submit_assignment(
                annotator=user, assignment_id=claimed.pk, raw=world.GOOD, language=code
            )
    found = {}
    own = {
        *("AssignmentId", "WorkerId", "AcceptTime", "SubmitTime", "WorkTimeInSeconds"),
        *("Sequence", "LanguageShown", "Replay"),
    }
    for row in rows(batch, kind):
        same = tuple(sorted((name, value) for name, value in row.items() if name not in own))
        found.setdefault(same, []).append(row["LanguageShown"])
    assert {tuple(sorted(codes)) for codes in found.values()} == {("de", "en", "en")}
    assert "LanguageShown" in {row[0] for row in dictionary_rows(batch)}


def test_the_dictionary_and_a_judges_prompt_are_in_the_rubrics_own_language(settings):
    settings.LANGUAGE_CODE = "de"
    batch = world.live_batch(world.project(), language="de")
    text = "\n".join("\t".join(row) for row in dictionary_rows(batch))
    prompt = prompt_text(hit_prompt(JudgeRun(batch=batch), None, batch.hits.first(), "a"))
    assert (rubric_words(text), rubric_words(prompt)) == ({"en"}, {"en"})


def test_a_cycle_in_another_language_takes_five_statements_too(client):
    owner = world.project()
    batch, ann = world.live_batch(owner, world.dataset(owner, items=20)), world.annotator()
    enrol(annotator=ann, batch=batch, consent_given=False)
    Enrolment.objects.update(order_seed=1)
    path = world.hit_path(world.claim(ann, batch))
    reading(client, ann, "de")
    for _turn in range(3):
        with CaptureQueriesContext(connection) as queries:
            path = client.post(path, world.GOOD)["Location"]
            client.get(path)
        sent = [one["sql"].strip() for one in queries.captured_queries]
        assert (
            len(
                [
                    one
                    for one in sent
                    if not one.startswith(("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE"))
                ]
            )
            == 5
        )


def test_a_language_that_the_rubric_lacks_is_refused():
    batch = world.draft_batch(world.project(), language="fr")
    said = "The rubric has no text in “fr”. Choose one of en, de, es, or leave the field blank."
    with pytest.raises(ValidationError) as error:
        batch.full_clean()
    assert error.value.message_dict == {"language": [said]}
    with pytest.raises(NotPublishable) as refused:
        publish_batch(batch_id=batch.pk)
    assert str(refused.value) == f"Language of the rubric: {said}"


def test_the_draft_form_offers_the_rubrics_languages(client):
    batch = world.draft_batch(world.project())
    client.force_login(world.researcher(batch.project))
    address = reverse("admin:batch_step", args=[batch.pk, "people"])
    form = client.get(address).context["form"]
    assert form.fields["language"].widget.choices == [
        ("", "The annotator’s own language"),
        ("en", "English"),
        ("de", "Deutsch"),
        ("es", "Español"),
    ]
    sent = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    sent = {name: value for name, value in sent.items() if value not in (None, "")}
    assert client.post(address, sent | {"language": "es"}).status_code == 302
    batch.refresh_from_db()
    assert batch.language == "es"
    assert client.post(address, sent | {"language": "fr"}).status_code == 200


def test_the_preview_shows_every_language_that_the_batch_leaves_open(client):
    batch = world.draft_batch(world.project())
    reading(client, world.researcher(batch.project), "en")
    address = reverse("preview", args=[batch.pk])
    page = client.get(address).content.decode()
    assert (rubric_words(page), page.count('hreflang="')) == ({"en"}, 3)
    page = client.get(address + "?item=2&language=de").content.decode()
    assert rubric_words(page) == {"de"}
    assert '<a href="?item=1&amp;language=de">' in page
    assert rubric_words(client.post(address + "?language=de", world.GOOD).content.decode()) == {
        "de"
    }
    Batch.objects.update(language="de")
    page = client.get(address + "?language=en").content.decode()
    assert (rubric_words(page), page.count('hreflang="')) == ({"de"}, 0)


def test_review_shows_the_language_that_was_on_the_page(client):
    batch = world.live_batch(world.project(), language="de")
    done = world.rate(world.annotator(), batch)
    client.force_login(world.researcher(batch.project))
    page = client.get(reverse("admin:review_answer", args=[done.pk])).content.decode()
    assert re.search(r"Language</dt>\s*<dd[^>]*>\s*Deutsch", page)


def test_the_comparison_of_versions_says_that_changed_translations_leave_answers_comparable(client):
    owner = world.project()
    source = library_source("image-paragraph")
    load_version(source=source, project=owner)
    new = load_version(
        source=source.replace("title: Satzbau", "title: Bau der Sätze"), project=owner
    )
    client.force_login(world.researcher(owner))
    page = client.get(f"/admin/rubrics/{new.pk}/difference/").content.decode()
    assert "The answers to 6 of 6 questions can be compared." in page
    assert "Only translations changed, so the answers can still be compared." in page
    assert squeezed(page).count("<del>Satzbau</del>→<ins>Bau der Sätze</ins>") == 2
