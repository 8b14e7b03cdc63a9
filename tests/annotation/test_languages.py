"""Tests of the interface languages: how one is chosen, and what does and does not depend on it."""

import json
import re
from decimal import Decimal

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from hits.amounts import in_words
from hits.models import Assignment
from hits.page import shell
from hits.templatetags.rateroom import money
from judges.replies.reading import read_reply
from surveys.forms import check_answers
from surveys.kinds.scale.question import ScaleQuestion
from surveys.kinds.text.question import TextQuestion
from surveys.prompts import render_prompt
from tests import world
from tests.api.program import Program
from tests.pages import squeezed

pytestmark = pytest.mark.django_db
GERMAN = {"HTTP_ACCEPT_LANGUAGE": "de-AT,de;q=0.9,en;q=0.5"}


@pytest.fixture(autouse=True)
def the_languages_of_other_tests():
    """Reset the language, because a request leaves its own active in the test's thread."""
    with translation.override("en"):
        yield


def tongue(response) -> tuple[str, str]:
    return re.search(
        '<html lang="([^"]+)" dir="([^"]+)"', squeezed(response.content.decode())
    ).groups()


def test_the_browser_is_heard_and_the_cookie_counts_more(client):
    assert tongue(client.get("/accounts/login/")) == ("en", "ltr")
    assert tongue(client.get("/accounts/login/", **GERMAN)) == ("de", "ltr")
    assert tongue(client.get("/accounts/login/", HTTP_ACCEPT_LANGUAGE="fr")) == ("en", "ltr")
    answer = client.post(
        "/language/", {"language": "es"}, HTTP_REFERER="http://testserver/accounts/login/"
    )
    assert (answer.status_code, answer["Location"]) == (302, "http://testserver/accounts/login/")
    cookie = answer.cookies["django_language"]
    assert (cookie.value, cookie["httponly"], cookie["samesite"]) == ("es", True, "Lax")
    page = client.get("/accounts/login/", **GERMAN)
    assert tongue(page) == ("es", "ltr")
    assert "Iniciar sesión" in page.content.decode()
    assert page["Content-Language"] == "es"
    assert {"Cookie", "Accept-Language"} <= set(page["Vary"].split(", "))


def test_the_way_back_stays_on_the_site(client):
    answer = client.post("/language/", {"language": "de", "next": "https://elsewhere.example/"})
    assert answer["Location"] == "/"


def test_a_language_costs_no_statement(client):
    client.force_login(world.annotator())
    counts = []
    for language in ("en", "de"):
        client.cookies["django_language"] = language
        client.get("/")  # the process's first look at a language reads its catalogue
        with CaptureQueriesContext(connection) as queries:
            client.get("/")
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_the_pages_that_say_no_speak_the_language_too(client, settings):
    settings.ROOT_URLCONF = "tests.browser.urls"
    client.raise_request_exception = False
    for address, said in {
        "/refused/": "Diese Seite dürfen Sie nicht öffnen",
        "/nowhere/": "Seite nicht gefunden",
        "/broken/": "Bei uns ist etwas schiefgegangen",
        "/away/": "Einen Moment",
    }.items():
        page = client.get(address, **GERMAN)
        assert tongue(page) == ("de", "ltr")
        assert said in page.content.decode()


def test_every_page_has_the_picker_and_the_admin_too(client):
    owner = world.project()
    batch = world.live_batch(owner)
    claimed = world.claim(world.annotator(), batch)
    client.force_login(world.annotator())
    for path in (
        "/",
        "/work/",
        f"/batches/{batch.pk}/",
        f"/batches/{batch.pk}/done/",
        world.hit_path(claimed),
    ):
        assert client.get(path).content.decode().count('name="language"') == 3, path
    client.force_login(world.researcher(owner))
    page = client.get("/admin/", **GERMAN).content.decode()
    assert page.count('name="language"') == 3
    assert re.search(r'<html lang="de"\s+dir="ltr"', page)


def test_annotators_of_a_batch_share_a_frame_per_language(client):
    shell._shells.clear()
    batch, ann = world.live_batch(world.project(), annotators_per_hit=2), world.annotator()
    claimed = world.claim(ann, batch)
    client.force_login(ann)
    pages = {}
    for language in ("en", "de", "es", "de", "en"):
        client.cookies["django_language"] = language
        pages[language] = client.get(world.hit_path(claimed))
        assert tongue(pages[language]) == (language, "ltr")
        assert pages[language]["Cache-Control"] == "no-store"
    assert len(shell._shells) == 2 * 3  # of the page, and of what it shows
    for language, said in {
        "en": "Return this HIT",
        "de": "Diesen HIT zurückgeben",
        "es": "Devolver este HIT",
    }.items():
        assert [said in pages[one].content.decode() for one in ("en", "de", "es")] == [
            one == language for one in ("en", "de", "es")
        ]


def test_money_and_time_are_written_as_the_language_does():
    told = {}
    for language in ("en", "de", "es"):
        with translation.override(language):
            told[language] = [
                money(Decimal("1234.5"), "USD"),
                money(Decimal("0.05"), "CHF"),
                in_words(1800),
                in_words(7200),
            ]
    assert told == {
        "en": ["$1,234.50", "0.05\u00a0CHF", "30 min", "2 h"],
        "de": ["1.234,50\u00a0$", "0,05\u00a0CHF", "30\u00a0Min.", "2\u00a0Std."],
        "es": ["1\u00a0234,50\u00a0$", "0,05\u00a0CHF", "30\u00a0min", "2\u00a0h"],
    }


def test_what_is_wrong_with_an_answer_is_told_in_the_language():
    asked = [
        ScaleQuestion(key="a", section="a", label="A", low=1, high=5),
        TextQuestion(key="b", section="b", label="B", max_length=4000),
    ]
    with translation.override("de"):
        problems = check_answers(asked, {"a": "3.5", "b": "x" * 4001}).problems
    assert [one.message for one in problems] == [
        "3.5 ist keine ganze Zahl.",
        "Schreiben Sie höchstens 4000 Zeichen.",
    ]


def test_exports_are_the_same_bytes_in_every_language(client):
    owner = world.project()
    batch = world.live_batch(owner)
    world.rate(world.annotator(), batch, world.GOOD | {"feedback": "Half, 1.5"})
    client.force_login(world.researcher(owner))
    for kind in ("wide", "long", "dictionary"):
        found = []
        for language in ("en", "de", "es"):
            client.cookies["django_language"] = language
            answer = client.get(f"/batches/{batch.pk}/export/{kind}.csv")
            found.append(
                b"".join(answer.streaming_content if answer.streaming else [answer.content])
            )
        assert found[0].count(b"\n") > 1
        assert found[0] == found[1] == found[2]


def test_the_api_and_the_draft_speak_numbers(client):
    owner = world.project()
    batch = world.live_batch(owner)
    program = Program(world.researcher(owner))
    found = [
        program.get(f"batches/{batch.pk}", HTTP_ACCEPT_LANGUAGE=language).json()
        for language in ("en", "de")
    ]
    assert found[0] == found[1]
    claimed = world.claim(world.annotator(), batch)
    client.force_login(world.annotator())
    body = json.dumps({"revision": 0, "data": {"feedback": "x"}})
    saved = client.post(
        world.hit_path(claimed, "draft"), body, content_type="application/json"
    ).json()["saved"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+\+00:00", saved)


def test_attributes_that_machines_read_stay_unlocalised(client):
    batch, ann = world.live_batch(world.project()), world.annotator()
    claimed = world.claim(ann, batch)
    Assignment.objects.filter(pk=claimed.pk).update(deadline_at="2031-01-02T03:04:05.5Z")
    client.force_login(ann)
    attribute = re.compile(r'(?:data-deadline|data-revision|width|height|min|max|rows)="([^"]*)"')
    found = []
    for language in ("en", "de"):
        client.cookies["django_language"] = language
        found.append(attribute.findall(client.get(world.hit_path(claimed)).content.decode()))
    assert found[0] == found[1]
    assert "1925089445" in found[0]


def test_a_judges_reply_is_refused_in_the_sites_own_words():
    """The error is stored, and researchers who use different languages read it."""
    batch = world.live_batch(world.project())
    hit = batch.hits.first()
    rubric = batch.rubric_version.spec
    raw = (
        "\n".join(f"Section {number}: {9 if number == 1 else 1}" for number in range(1, 6))
        + "\nSection 6: Fine."
    )
    found = []
    for language in ("en", "de"):
        with translation.override(language):
            found.append(read_reply(rubric, hit, "a", raw))
    assert found[0] == found[1]
    assert found[0].error_detail


def test_a_prompt_does_not_change_with_the_language():
    batch = world.live_batch(world.project())
    from hits.stimulus import words_of_hit

    shown = words_of_hit(batch.hits.first(), "a")
    found = []
    for language in ("en", "de"):
        with translation.override(language):
            found.append(render_prompt(batch.rubric_version.spec, shown))
    assert found[0] == found[1]


def test_a_page_rendered_without_a_request_has_no_picker():
    assert 'name="language"' not in render_to_string("500.html")
