"""Tests of translated rubrics in Chromium: a German page stores the same answers."""

import csv
import io

import pytest
from playwright.sync_api import expect

from hits.exports import stream
from hits.models import Assignment
from stimuli.models import Item, ItemMedium
from surveys.languages.translations import in_language
from surveys.loading import library_rubric
from surveys.versions.storing import load_library
from tests import world
from tests.browser.desk.test_rubric_editor import editor, type_over
from tests.browser.seat.test_annotator import SECTIONS, answers, choose
from tests.browser.test_accessibility import check
from tests.conftest import DESKTOP, PHONE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
GERMAN = in_language(library_rubric("image-paragraph"), "de")


@pytest.fixture
def batch(stored_picture):
    owner = world.project()
    data = world.dataset(owner, items=1, systems=("Heron",))
    ItemMedium.objects.filter(item__in=Item.objects.filter(dataset=data)).update(
        medium=stored_picture(owner)
    )
    return world.live_batch(owner, data, annotators_per_hit=2)


def german_page(open_page, live_server, client, settings, user, device):
    """Return a logged-in page of a German browser. The site's language is German too, for pages
    without a language picker."""
    settings.LANGUAGE_CODE = "de"
    client.force_login(user)
    page = open_page(device, locale="de-DE")
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}]
    )
    return page


def rows(batch) -> dict[str, dict[str, str]]:
    text = b"".join(stream(batch, "wide")).decode()
    return {row["LanguageShown"]: row for row in csv.DictReader(io.StringIO(text))}


@pytest.mark.parametrize("device", [DESKTOP, pytest.param(PHONE, marks=pytest.mark.long)])
def test_a_german_annotator_reads_german_and_gives_everybodys_answers(
    open_page, live_server, client, settings, shoot, batch, device
):
    world.rate(world.second_annotator(), batch, dict(zip(SECTIONS, "12321", strict=True)))
    ann = world.annotator()
    page = german_page(open_page, live_server, client, settings, ann, device)
    claimed = world.claim(ann, batch)
    page.goto(f"{live_server.url}/batches/{batch.pk}/")
    expect(page.get_by_text(GERMAN.summary)).to_be_visible()
    shoot(page, "language-batch")
    page.goto(f"{live_server.url}{world.hit_path(claimed)}")
    for section in GERMAN.sections[:5]:
        panel = page.locator(f"#panel-{section.key}")
        expect(panel).to_have_attribute("lang", "de")
        expect(panel.locator("legend")).to_contain_text(section.title)
        for option in section.options:
            expect(panel.get_by_text(option.text)).to_be_visible()
    shoot(page, "language-hit")
    check(page)
    page.locator("#answers button[value=submit]").click()
    expect(page.locator("#error-summary li").first).to_contain_text(
        "Natürlichkeit der Beschreibung"
    )
    choose(page, "12321")
    page.locator("#answers button[value=submit]").click()
    page.wait_for_url("**/done/")
    assert answers(Assignment.objects.get(annotator=ann)) == dict(
        zip(SECTIONS, map(int, "12321"), strict=True)
    )
    found = rows(batch)
    own = {
        "AssignmentId",
        "WorkerId",
        "AcceptTime",
        "SubmitTime",
        "WorkTimeInSeconds",
        "Sequence",
        "LanguageShown",
        "Replay",
    }
    own |= {
        name for name in found["en"] if found["en"][name] == "" != found["de"][name]
    }  # what a browser has seen
    german, english = (
        {name: row[name] for name in row if name not in own} for row in (found["de"], found["en"])
    )
    assert german == english


def test_the_editors_page_is_drawn_in_any_language_and_stays_in_it(
    open_page, live_server, log_in, shoot
):
    load_library()
    page = open_page(DESKTOP)
    editor(page, live_server, log_in, world.project())
    shown = page.frame_locator("iframe")
    expect(shown.get_by_text("Text Coherence").first).to_be_visible()
    shown.get_by_role("button", name="Deutsch").click()
    expect(shown.get_by_text("Zusammenhang des Textes").first).to_be_visible()
    shoot(page, "language-editor")
    type_over(page, "        title: Satzbau", "        title: Bau der Sätze")
    expect(shown.get_by_text("Bau der Sätze").first).to_be_visible()
    shown.get_by_role("button", name="Check your answers").click()
    expect(shown.locator("#error-summary")).to_contain_text("Natürlichkeit der Beschreibung")
    type_over(page, "        title: Bau der Sätze", "        titel: Bau der Sätze")
    problem = page.locator(".problems [data-line]")
    expect(problem).to_contain_text(
        "translations.de.criteria.syntax.titel: the rubric has no text with this key."
    )
