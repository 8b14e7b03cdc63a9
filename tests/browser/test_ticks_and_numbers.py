"""Tests of multiple-choice and number questions: keyboard, touch and no JavaScript."""

import pytest
from playwright.sync_api import expect

from hits.models import Assignment
from tests import world
from tests.browser.seat.test_annotator import answers, open_hit, wait_for_draft
from tests.browser.studies import batch_of
from tests.browser.test_accessibility import problems
from tests.conftest import DESKTOP

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
MIDDLE = """
stimulus:
  - {block: text, field: scene, title: Scene}
  - {block: outputs, title: Caption}
"""
TAIL = """
criteria:
  - {key: rude, title: Rude, level: nominal, best: lowest, definition: It mocks somebody.}
  - {key: vague, title: Vague, level: nominal, best: lowest}
  - {key: wrong, title: Wrong, level: nominal, best: lowest}
sections:
  - {key: fault, kind: multi-select, title: What is wrong?, criteria: [rude, vague, wrong],
     help: Tick all that applies., cannot_judge: true}
  - {key: high, kind: number, title: How high is it?, low: 0, high: 90, decimals: 1, unit: m}
  - {key: overall, kind: scale, title: Overall, low: 1, high: 5}
  - {key: sure, kind: scale, title: How sure are you?, low: 0, high: 100, required: false,
     anchors: {0: Guessing, 25: Rather unsure, 50: As sure as not, 80: Nearly certain, 100: Certain}}
reply: {format: section-lines}
"""


@pytest.fixture
def opened(open_page, live_server, log_in):
    def one(device, **options):
        batch = batch_of("ticks", MIDDLE, fields={"scene": "A bay."}, items=2, tail=TAIL)
        page = open_page(device, **options)
        log_in(page, world.annotator())
        open_hit(page, live_server, batch)
        return page

    return one


def check_slider(page, shoot) -> None:
    """Check that a slider's labels are placed at their values, or form a list on a narrow
    screen."""
    slider = page.get_by_role("slider", name="How sure are you?", include_hidden=True)
    page.locator("[name=sure]").fill("79")
    slider.press("ArrowRight")
    assert slider.evaluate("(range) => range.ariaValueText") == "80 Nearly certain"
    track = slider.bounding_box()
    for value, share in ((25, 0.25), (50, 0.5), (80, 0.8)):
        tick = page.locator(f"#q-sure [data-tick='{value}']").bounding_box()
        middle = tick["x"] + tick["width"] / 2
        assert abs(middle - track["x"] - track["width"] * share) < 12
    shoot(page, "ticks-wrong")
    expect(page.locator("#q-sure .slider[data-placed]")).to_have_count(1)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("#q-sure .slider[data-placed]")).to_have_count(0)
    shoot(page, "ticks-list")
    page.set_viewport_size({"width": 1280, "height": 800})


def check_kept_while_away(page) -> None:
    """Check that ticks made while the server is unavailable survive a reload and are then sent."""
    away = "**/assignments/*/"
    page.route(
        away,
        lambda route: (
            route.fulfill(status=503) if route.request.method == "POST" else route.continue_()
        ),
    )
    page.keyboard.type("2")
    page.locator("[name=overall][value='3']").check()
    page.locator("[name=high]").fill("9")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#sending [role=status]")).to_contain_text("server")
    page.reload()
    expect(page.get_by_label("Vague")).to_be_checked()
    page.get_by_label("Wrong").check()
    page.unroute(away)
    page.wait_for_url("**/done/")
    last = Assignment.objects.filter(state="submitted").latest("submitted_at")
    assert answers(last) == {
        "rude": 0,
        "vague": 1,
        "wrong": 1,
        "fault.none": 0,
        "overall": 3,
        "high": 9,
    }


def test_digits_tick_and_none_excludes_the_others(opened, shoot):
    page = opened(DESKTOP)
    shoot(page, "ticks")
    boxes = page.locator(".panel [type=checkbox]")
    for digits, ticked in (("13", [0, 2]), ("1", [2]), ("0", [3]), ("2", [1])):
        page.keyboard.type(digits)
        assert [at for at in range(4) if boxes.nth(at).is_checked()] == ticked
    wait_for_draft({"vague": "1"})
    page.reload()
    expect(page.get_by_label("Vague")).to_be_checked()
    # A reason unticks the boxes, and a tick takes the reason away.
    page.get_by_text("Cannot judge").first.click()
    page.get_by_label("Say why you cannot judge this.").fill("Too dark.")
    expect(page.get_by_label("Vague")).not_to_be_checked()
    page.get_by_label("Rude").check()
    expect(page.get_by_label("Say why you cannot judge this.")).to_have_value("")
    page.get_by_label("Rude").uncheck()
    page.locator("[name=overall][value='4']").check()
    page.get_by_label("How high is it?").press_sequentially("12.55")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#q-high .error")).to_contain_text("12.55 has more than 1 decimal place.")
    page.locator("[name=high]").fill("12.5")
    problem = page.get_by_role("link", name="What is wrong? Tick every answer that applies")
    problem.click()
    assert page.evaluate("document.activeElement.id") == "q-rude"
    check_slider(page, shoot)
    page.keyboard.press("1")
    expect(page.locator("#q-rude.wrong")).to_have_count(0)
    page.keyboard.press("Control+Enter")
    expect(page.locator(":checked")).to_have_count(0)
    given = answers(Assignment.objects.get(state="submitted"))
    assert given == {
        "rude": 1,
        "vague": 0,
        "wrong": 0,
        "fault.none": 0,
        "high": 12.5,
        "overall": 4,
        "sure": 80,
    }
    check_kept_while_away(page)


@pytest.mark.long
def test_axe_finds_nothing_with_errors_or_without(opened):
    page = opened(DESKTOP)
    assert problems(page) == []
    page.keyboard.press("Control+Enter")
    expect(page.locator("#error-summary")).to_be_visible()
    assert problems(page) == []
