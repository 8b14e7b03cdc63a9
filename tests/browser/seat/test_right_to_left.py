"""Tests of the annotator's pages in a right-to-left pseudo-language.

They find untranslated texts, and boxes that overlap or overflow if words are long.
"""

import re

import pytest
from playwright.sync_api import expect

from hits.models import Appeal, Assignment
from hits.review.decisions import reject_assignments
from stimuli.models import Item, ItemMedium
from tests import world
from tests.browser.seat.test_rubrics import study
from tests.browser.studies import play_all
from tests.browser.test_accessibility import violations
from tests.conftest import DESKTOP, PHONE
from tests.pseudo import CODE, pseudo, write_pseudo

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
MEANT = {"Rateroom", "HTTP"}
TEXTS = """() => {
    const kept = 'script, style, noscript, kbd, time, .languages', found = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) if (!walker.currentNode.parentElement.closest(kept)) found.push(walker.currentNode.data);
    for (const one of document.querySelectorAll('body *:not(.languages *)'))
        for (const { name, value } of one.attributes)
            if (['aria-label', 'title', 'alt', 'placeholder'].includes(name) || name.startsWith('data-') && /\\s|^[A-Z]/.test(value))
                found.push(value);
    return found;
}"""
OVERLAPS = """() => {
    const layer = one => one.closest('.bar, .shown');  // what sticks lies over what is scrolled
    const boxes = [...document.querySelectorAll('a, button, input, select, textarea, summary, label.option, label.scale-button')]
        .filter(one => one.checkVisibility({ visibilityProperty: true }) && !one.matches('.skip'))
        .map(one => [one, one.getBoundingClientRect()]).filter(([, box]) => box.width && box.height);
    const found = [];
    boxes.forEach(([one, a], at) => boxes.slice(at + 1).forEach(([other, b]) => {
        if (one.contains(other) || other.contains(one) || layer(one) !== layer(other)) return;
        if (one.closest('figure') !== other.closest('figure')) return;
        if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
            found.push(`${one.outerHTML.slice(0, 90)} | ${other.outerHTML.slice(0, 90)}`);
    }));
    return found;
}"""


@pytest.fixture
def pseudo_language(settings, tmp_path):
    """Add the pseudo-language to the site's languages."""
    write_pseudo(tmp_path / "locale")
    settings.LANGUAGES = [*settings.LANGUAGES, (CODE, "Pseudo")]
    settings.LOCALE_PATHS = [*settings.LOCALE_PATHS, tmp_path / "locale"]


def words(thing) -> list[str]:
    """Return every string in a declaration or an item's fields, without Markdown characters."""
    if isinstance(thing, dict):
        return [word for value in thing.values() for word in words(value)]
    if isinstance(thing, (list, tuple)):
        return [word for value in thing for word in words(value)]
    return [plain(thing)] if isinstance(thing, str) else []


def plain(text: str) -> str:
    return " ".join(re.sub(r"[*_`#>|\\]", " ", text).split())


def escaped(page, content: list[str]) -> list[str]:
    """Return the page's texts that are neither content nor in the pseudo-language."""
    everything = " ".join(content)
    found = []
    for text in map(plain, page.evaluate(TEXTS)):
        left = re.sub(r"\{\w+\}", "", text)  # a place that a script fills
        for known in sorted({*content, *MEANT}, key=len, reverse=True):
            left = left.replace(known, "") if re.search("[A-Za-z]", known) else left
        if text not in everything and re.search("[A-Za-z]", left):
            found.append(text)
    return found


@pytest.fixture
def look(shoot):
    """A function that runs all checks on a page: `look(page, name, content)`."""

    def one(page, name, content):
        assert page.locator(f"html[lang={CODE}][dir=rtl]").count() == 1
        page.emulate_media(reduced_motion="reduce")
        page.evaluate("scrollTo(0, 0)")
        assert escaped(page, content) == [], name
        assert page.evaluate(OVERLAPS) == [], name
        assert violations(page) == [], name
        shoot(page, f"rtl-{name}")

    return one


def enter(page, live_server, log_in) -> None:
    """Log in, then choose the pseudo-language in the language picker."""
    log_in(page, world.annotator())
    page.goto(live_server.url + "/")
    page.locator(f".languages [value={CODE}]").click()
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    assert page.url == live_server.url + "/"


def content_of(batch) -> list[str]:
    rubric = batch.rubric_version
    outputs = [output.text for output in batch.hits.first().item.outputs.all()]
    titles = [f"{rubric.spec.outputs.name} {place}" for place in (1, 2)]
    shown = [
        section.title.replace("{output}", title)
        for section in rubric.spec.sections
        for title in titles
    ]
    fields = [item.fields for item in Item.objects.filter(dataset=batch.dataset_id)]
    found = words([rubric.declaration, rubric.spec.model_dump(), fields, outputs, shown, titles])
    return [
        *found,
        batch.title,
        batch.description,
        batch.consent_text,
        batch.project.name,
        "ann",
        "I had seen it.",
    ]


@pytest.mark.parametrize(
    ("name", "device"),
    [
        pytest.param("contextual-caption-pair", DESKTOP, marks=pytest.mark.long),
        pytest.param("contextual-caption-pair", PHONE, marks=pytest.mark.long),
        pytest.param("video-caption", DESKTOP, marks=pytest.mark.long),
        pytest.param("video-caption", PHONE),
    ],
)
@pytest.mark.usefixtures("pseudo_language")
def test_from_the_list_to_the_end(
    open_page, live_server, log_in, look, stored_picture, moving_clip, name, device
):
    owner = world.project()
    pair = name == "contextual-caption-pair"
    media = {"image": stored_picture(owner)} if pair else {"video": moving_clip(owner)}
    batch = study(
        name, ["The mill.", "The mill with new sails."] if pair else ["A box moves."], media, owner
    )
    content = content_of(batch)
    page = open_page(device)
    enter(page, live_server, log_in)
    look(page, "home", content)
    page.goto(f"{live_server.url}/batches/{batch.pk}/")
    look(page, f"batch-{name}", content)
    page.locator("form.start .button").click()
    page.wait_for_url(re.compile(r"/assignments/\w+/"))
    page.wait_for_load_state("networkidle")
    look(page, f"hit-{name}", content)
    play_all(page)
    page.locator("button[value=submit]").click()
    expect(page.locator("#error-summary")).to_be_focused()
    look(page, f"errors-{name}", content)
    for dialog in ("?", "i"):
        page.keyboard.press(dialog)
        expect(page.locator("dialog[open]")).to_be_visible()
        page.keyboard.press("Escape")
    page.locator("[data-give-back]").click()
    look(page, f"returned-{name}", content)
    page.goto(f"{live_server.url}/batches/{batch.pk}/done/")
    look(page, f"done-{name}", content)


@pytest.mark.parametrize("device", [pytest.param(DESKTOP, marks=pytest.mark.long), PHONE])
@pytest.mark.usefixtures("pseudo_language")
def test_own_work_and_the_pages_that_say_no(open_page, live_server, log_in, look, device):
    owner = world.project()
    batch = world.live_batch(owner, world.dataset(owner, items=3))
    first, second = (world.rate(world.annotator(), batch) for _turn in range(2))
    reject_assignments(batch=batch, ids=[first.pk, second.pk], reason="Too quick.", by=None)
    Appeal.objects.create(assignment=first, text="I had seen it.")
    page = open_page(device)
    enter(page, live_server, log_in)
    page.goto(f"{live_server.url}/work/")
    look(page, "own-work", [*content_of(batch), "Too quick."])
    page.goto(f"{live_server.url}/nowhere/")
    look(page, "nowhere", content_of(batch))
    page.locator("form[action='/accounts/logout/'] button").click()
    expect(page.locator(".login")).to_be_visible()
    look(page, "login", [])


@pytest.mark.usefixtures("pseudo_language")
def test_arrows_move_as_the_platform_does(page, live_server, log_in, moving_clip):
    owner = world.project()
    batch = study("video-caption", ["A box moves."], {"video": moving_clip(owner)}, owner)
    enter(page, live_server, log_in)
    page.goto(f"{live_server.url}/batches/{batch.pk}/")
    page.locator("form.start .button").click()
    page.wait_for_url(re.compile(r"/assignments/\w+/"))
    play_all(page)
    page.locator("textarea").first.fill("Because.")
    slider = page.locator("[data-slider]").first
    slider.locator("input[type=number]").fill("40")
    slider.locator("input[type=range]").focus()
    page.keyboard.press("ArrowLeft")  # an English rubric keeps its own direction on such a page
    expect(slider.locator("input[type=number]")).to_have_value("39")
    page.keyboard.press("ArrowUp")
    expect(slider.locator("input[type=number]")).to_have_value("40")
    low, high = (
        slider.locator(".slider-track > span").nth(place).bounding_box()["x"] for place in (0, 1)
    )
    assert low < high


@pytest.mark.usefixtures("pseudo_language")
def test_a_picture_is_zoomed_about_its_middle_and_not_mirrored(
    page, live_server, log_in, stored_picture
):
    owner = world.project()
    data = world.dataset(owner, items=1, systems=("Heron",))
    ItemMedium.objects.filter(item__dataset=data).update(medium=stored_picture(owner))
    batch = world.live_batch(owner, data)
    enter(page, live_server, log_in)
    page.goto(f"{live_server.url}/batches/{batch.pk}/")
    page.locator("form.start .button").click()
    page.wait_for_url(re.compile(r"/assignments/\w+/"))
    page.wait_for_load_state("networkidle")
    assert Assignment.objects.filter(state="claimed").count() == 1
    page.locator(".block-image [data-zoom-by='1.25']").click()
    image, stage = page.locator(".block-image img"), page.locator(".block-image a")
    assert page.evaluate(
        "getComputedStyle(document.querySelector('.block-image img')).transform"
    ).startswith("matrix(1.25, 0, 0, 1.25,")
    drawn, place = image.bounding_box(), stage.bounding_box()
    assert drawn["x"] + drawn["width"] / 2 == pytest.approx(place["x"] + place["width"] / 2, abs=1)


def test_the_pseudo_language_keeps_what_is_filled_in():
    told = pseudo('%(n)s of {all} <b class="x">cats</b> %%')
    assert re.sub('[^A-Za-z%(){}<>/=" ]', "", told).split() == [
        "%(n)s",
        "{all}",
        "<b",
        'class="x"></b>',
        "%%",
    ]
