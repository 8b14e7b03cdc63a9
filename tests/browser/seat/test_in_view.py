"""Tests that the rated content is visible when rating starts and stays within reach, for every
library rubric."""

import pytest
from playwright.sync_api import expect

from tests import world
from tests.browser.seat.test_annotator import choose
from tests.browser.seat.test_drafts import sit_down
from tests.browser.seat.test_rubrics import study
from tests.browser.studies import play_all
from tests.chosen import RUBRICS
from tests.conftest import PHONE
from tests.media import medium_of
from tests.surveys.shown import SHOWN

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
DESK = {"viewport": {"width": 1280, "height": 800}}
LONG_FIELDS = {"body", "opinion_summary", "references"}
OUTPUT = "A red house with a dark roof stands on a green meadow, and the sun is shining. " * 6
# The first line of each output, the first question's words and its first control, and the time
# left: those of them that the person does not see.
HIDDEN = """names => {
    const lineOf = element => {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
            const range = document.createRange();
            range.selectNodeContents(walker.currentNode);
            const box = range.getClientRects()[0];
            if (walker.currentNode.data.trim() && box?.height) return box;
        }
    };
    const startOf = output => {
        const {left, top, height} = output.querySelector('img, video, .waveform, audio').getBoundingClientRect();
        return height && {left, top, bottom: top + Math.min(height, 60)};
    };
    const isSeen = (box, owner) => box && [box.top + 1, box.bottom - 1].every(y => {
        const at = y > 0 && y < innerHeight && document.elementFromPoint(box.left + 3, y);
        return at && owner.contains(at);
    });
    const question = [...document.querySelectorAll('[data-question], .fold')].find(one =>
        one.offsetParent && !one.closest('details:not([open]) *'));
    const control = [...question.querySelectorAll('.markable span, summary, input, textarea')].find(one => one.offsetParent);
    const parts = {
        question: [lineOf(question.closest('[data-panel]').querySelector('legend, .legend, h2')), question.closest('[data-panel]')],
        control: [(control.closest('label') ?? control).getBoundingClientRect(), question],
        time: [document.querySelector('.bar-more').getBoundingClientRect(), document.querySelector('.bar')],
    };
    for (const [number, output] of [...document.querySelectorAll('.output')].entries()) {
        const text = output.querySelector('.prose, .program, .turn');
        parts[`output ${number + 1}`] = [text ? lineOf(text) : startOf(output), output];
    }
    return Object.keys(parts).filter(name => names.some(one => name.startsWith(one)) && !isSeen(...parts[name]));
}"""

ENDS_IN_VIEW = """text => {
    const box = text.getBoundingClientRect();
    const at = document.elementFromPoint(box.left + 3, box.bottom - 3);
    return text.scrollHeight <= text.clientHeight && at !== null && text.contains(at);
}"""

# Questions whose options' texts do not begin at one line.
RAGGED = """() => [...document.querySelectorAll('[data-question]')].filter(question =>
    new Set([...question.querySelectorAll('.option > span:last-child')]
        .map(text => Math.round(text.getBoundingClientRect().left))).size > 1).map(one => one.id)"""

# What is read before the one output, such as a request, and is below it.
READ_LATE = """() => [...document.querySelectorAll('.rated:not(:has(.output ~ .output))')].flatMap(rated =>
    [...document.querySelectorAll('.context > .block-text:first-child')].filter(one =>
        one.getBoundingClientRect().top > rated.getBoundingClientRect().top).map(one => one.innerText))"""


def lengthen(fields: dict) -> dict:
    """Return the item's fields with texts of realistic length."""

    def longer(key, value):
        if isinstance(value, dict):
            return lengthen(value)
        if isinstance(value, list):
            return [longer(key, entry) for entry in value]
        return " ".join([value] * 15) if key in LONG_FIELDS else value

    return {key: longer(key, value) for key, value in fields.items()}


@pytest.fixture
def claimed(stored_picture, moving_clip):
    """A function that claims a HIT of a library rubric, always for the same annotator."""
    owner, annotator = world.project(), world.annotator()
    pictures = {"image": stored_picture(owner)}
    media = dict.fromkeys(("image-paragraph", "contextual-caption-pair", "key-points"), pictures)
    media["video-caption"] = {"video": moving_clip(owner)}
    media["sound-caption"] = {"audio": medium_of(owner, "audio", 1)}

    def claim(name, **more):
        stimulus = SHOWN[name]
        outputs = [OUTPUT] * len(stimulus.outputs)
        fields = lengthen(dict(stimulus.fields) | more)
        batch = study(name, outputs, media.get(name, {}), owner, fields=fields)
        return world.claim(annotator, batch)

    return claim


def hidden(page, when: str, *parts: str) -> list[str]:
    return [f"{when}: {part}" for part in page.evaluate(HIDDEN, list(parts))]


def tap(page, name: str) -> None:
    """Tap a button where it is. Playwright's own click would scroll the page first."""
    box = page.get_by_role("button", name=name).bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def look_at_all(page) -> list[str]:
    """Open the rated content in full, scroll to the end of each output, and go back. Return the
    problems found."""
    wrong = []
    place = page.evaluate("scrollY")
    tap(page, "Show in full")
    page.wait_for_function("() => document.querySelector(':popover-open')")
    for number, text in enumerate(page.locator(".output .prose").all(), 1):
        text.evaluate("text => text.scrollIntoView({block: 'end'})")
        if not text.evaluate(ENDS_IN_VIEW):
            wrong.append(f"in the sheet: the end of output {number}")
    tap(page, "Back to the questions")
    page.wait_for_function("() => !document.querySelector(':popover-open')")
    if page.evaluate("scrollY") != place:
        wrong.append("the place is lost")
    return wrong


@pytest.mark.parametrize("device", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize(
    "names",
    [RUBRICS, pytest.param(SHOWN.keys() - RUBRICS, marks=pytest.mark.long)],
    ids=["usual", "others"],
)
def test_what_is_rated_is_in_view_and_stays_in_reach(
    open_page, live_server, client, claimed, device, names
):
    page = open_page(device)
    page.emulate_media(reduced_motion="reduce")
    wrong = {}
    for name in sorted(names):
        sit_down(page, client, claimed(name), live_server.url)
        play_all(page)  # what is inert until then cannot be hit by a point
        wrong[name] = hidden(page, "on arrival", "output", "question", "control", "time")
        wrong[name] += page.evaluate(RAGGED)
        page.locator("[value=submit]").scroll_into_view_if_needed()
        wrong[name] += hidden(page, "at the end", "output", "time")
        if device is PHONE:
            wrong[name] += [*page.evaluate(READ_LATE), *look_at_all(page)]
    assert wrong == {name: [] for name in names}


# How many lines of each output are seen in the peek.
LINES = """() => [...document.querySelectorAll('.outputs .prose')].map(text => {
    const toggle = document.querySelector('.shown-toggle').getBoundingClientRect();
    const end = Math.min(text.getBoundingClientRect().bottom, toggle.top) + 1;
    const range = document.createRange();
    range.selectNodeContents(text.querySelector('p').firstChild);
    const seen = [...range.getClientRects()].filter(line => line.width && line.bottom <= end);
    return new Set(seen.map(line => Math.round(line.top))).size;
})"""


@pytest.mark.parametrize("height", [844, 667])
def test_a_phone_shows_as_many_lines_of_both_captions(
    open_page, live_server, client, claimed, height
):
    page = open_page(PHONE)
    page.set_viewport_size({"width": 390, "height": height})
    sit_down(page, client, claimed("contextual-caption-pair"), live_server.url)
    assert page.evaluate(LINES) == [2, 2]


def test_highlights_are_seen_at_once_and_lead_to_their_places(
    open_page, live_server, client, claimed
):
    page = open_page(DESK)
    passages = ["lost its sails", "a miller from Upper Alder", "flour until 1931", "every Sunday"]
    body = f"In 1987 it {passages[0]}. It was built by {passages[1]}, and ground {passages[2]}. "
    more = {
        "body": f"{body} Open {passages[3]}. {'Nobody knows why. ' * 9}",
        "highlights": passages,
    }
    sit_down(page, client, claimed("contextual-caption-pair", **more), live_server.url)
    links = page.locator(".highlights a")
    expect(links).to_have_count(4)
    for link in links.all():
        expect(link).to_be_in_viewport()
    link = links.last
    mark = page.locator(link.get_attribute("href"))
    link.click()
    expect(mark).to_be_in_viewport(ratio=0.9)
    assert mark.inner_text() == link.inner_text() == passages[3]


def test_the_sheet_opens_without_a_script(open_page, live_server, client, claimed):
    page = open_page(PHONE, java_script_enabled=False)
    sit_down(page, client, claimed("comparative-summary"), live_server.url)
    page.get_by_role("button", name="Show in full").click()
    expect(page.get_by_role("heading", name="Product 1")).to_be_in_viewport()
    page.get_by_role("button", name="Back to the questions").click()
    expect(page.get_by_role("button", name="Show in full")).to_be_visible()


def test_an_error_goes_once_it_is_answered(open_page, live_server, client, claimed):
    page = open_page(DESK)
    sit_down(page, client, claimed("image-paragraph"), live_server.url)
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#error-summary")).to_be_focused()
    for key in ("naturalness", "coherence"):
        page.locator(f"input[name={key}][value='1']").check()
    expect(page.locator(".question .error")).to_have_count(3)
    expect(page.locator("#error-summary li.mended")).to_have_count(2)
    choose(page, [1, 2, 3, 1, 2])
    expect(page.locator("#error-summary, .question .error, .wrong")).to_have_count(0)
