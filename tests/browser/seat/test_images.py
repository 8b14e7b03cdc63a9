"""Tests of inspecting images: zoom, pan, fit and actual size by keys, mouse and touch, and two
images compared."""

import pytest
from playwright.sync_api import expect

from hits.models import Viewing
from stimuli.imports.smaller import add_small_copies
from tests import world
from tests.browser.seat.test_annotator import open_hit
from tests.browser.studies import batch_of, square_picture
from tests.conftest import DESKTOP, PHONE
from tests.media import pair_batch, picture

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
ONE = "stimulus:\n  - block: image\n  - {block: outputs, title: Caption}"
TWO = """stimulus:
  - {block: image, field: before, title: Before}
  - {block: image, field: after, title: After}
  - {block: outputs, title: Caption}"""


@pytest.fixture
def look(open_page, live_server, log_in):
    """A function that opens the HIT page of a rubric with one or two images."""

    def one(middle=ONE, device=DESKTOP, **options):
        owner = world.project()
        pictures = {
            "before": square_picture(owner, left=300),
            "after": square_picture(owner, left=340),
        }
        media = pictures if middle is TWO else {"image": pictures["before"]}
        batch = batch_of("looking", middle, media=media)
        page = open_page(device, **options)
        log_in(page, world.annotator())
        open_hit(page, live_server, batch)
        page.wait_for_function(
            "() => [...document.querySelectorAll('[data-zoom] img')].every(one => one.naturalWidth)"
        )
        return page

    return one


def width(page, selector) -> float:
    return page.locator(selector).evaluate("one => one.getBoundingClientRect().width")


def is_drawn_at(page, selector, wanted) -> None:
    page.wait_for_function(
        "([selector, wanted]) => Math.abs(document.querySelector(selector).getBoundingClientRect().width - wanted) < 1",
        arg=[selector, wanted],
    )


LARGE = ".lightbox-stage:first-child img"


def test_keys_zoom_move_fit_and_show_true_pixels(look):
    page = look()
    page.keyboard.press("z")
    fitted = width(page, LARGE)
    page.keyboard.press("+")
    is_drawn_at(page, LARGE, fitted * 1.25)
    before = page.locator(LARGE).bounding_box()["x"]
    page.keyboard.press("ArrowRight")
    assert page.locator(LARGE).bounding_box()["x"] < before
    page.keyboard.press("-")
    is_drawn_at(page, LARGE, fitted)
    page.keyboard.press("+")
    page.keyboard.press("1")
    # The image stands in a box of the stage's shape: its own 960 pixels are where the square says.
    scale = page.evaluate("document.querySelector('.lightbox [data-zoom-scale]').value")
    assert scale == "100 %"
    page.keyboard.press("0")
    is_drawn_at(page, LARGE, fitted)
    page.keyboard.press("Escape")
    page.wait_for_function(
        "() => !document.querySelector('dialog[open], :modal') && document.hasFocus()"
    )
    page.keyboard.press("1")
    expect(page.locator("input[name=right][value='1']")).to_be_checked()


def test_true_pixels_are_the_screens_own(look):
    page = look(device=DESKTOP, device_scale_factor=2)
    page.keyboard.press("z")
    page.get_by_role("button", name="Actual size 1").click()
    box, stage = (
        page.locator(LARGE).bounding_box(),
        page.locator(".lightbox-stage").first.bounding_box(),
    )
    fitting = min(stage["width"] / 960, stage["height"] / 640)
    assert box["width"] / stage["width"] * fitting * 2 == pytest.approx(1, abs=0.01)


def test_wheel_and_drag_keep_the_place_under_the_pointer(look):
    page = look()
    page.keyboard.press("z")
    stage = page.locator(".lightbox-stage").first.bounding_box()
    x, y = stage["x"] + stage["width"] * 0.3, stage["y"] + stage["height"] * 0.6
    at = """([x, y]) => { const box = document.querySelector('.lightbox-stage img').getBoundingClientRect();
                          return [(x - box.x) / box.width, (y - box.y) / box.height]; }"""
    before = page.evaluate(at, [x, y])
    page.mouse.move(x, y)
    for _turn in range(4):
        page.mouse.wheel(0, -100)
    page.wait_for_function(
        "() => document.querySelector('.lightbox-stage').classList.contains('zoomed')"
    )
    page.wait_for_timeout(200)
    assert page.evaluate(at, [x, y]) == pytest.approx(before, abs=0.01)
    page.mouse.down()
    page.mouse.move(x + 60, y + 40, steps=4)
    page.mouse.up()
    assert page.evaluate(at, [x + 60, y + 40]) == pytest.approx(before, abs=0.01)


def test_an_image_zooms_where_it_stands_and_a_drag_opens_nothing(look):
    page = look()
    image = ".block-image img"
    fitted = width(page, image)
    page.get_by_role("button", name="Zoom in").first.click()
    page.get_by_role("button", name="Zoom in").first.click()
    is_drawn_at(page, image, fitted * 1.25**2)
    box = page.locator(".block-image a").bounding_box()
    page.mouse.move(box["x"] + 200, box["y"] + 100)
    page.mouse.down()
    page.mouse.move(box["x"] + 150, box["y"] + 80, steps=3)
    page.mouse.up()
    expect(page.locator("dialog[open]")).to_have_count(0)
    scrolled = page.evaluate("scrollY")
    page.locator(".block-image a").focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("scrollY") == scrolled
    page.keyboard.press("1")  # a digit answers, even here
    assert page.locator("input[name=right]:checked").get_attribute("value") == "1"
    page.get_by_role("button", name="Fit").first.click()
    is_drawn_at(page, image, fitted)


def test_zooming_loads_the_whole_of_a_very_large_picture(open_page, live_server, log_in):
    medium = picture(world.project(), "navy", (5000, 3300))
    add_small_copies()
    medium.refresh_from_db()
    page, loaded = open_page(DESKTOP), []
    page.on("request", lambda sent: loaded.append(sent.url.rpartition("/")[2]))
    log_in(page, world.annotator())
    open_hit(page, live_server, pair_batch((medium,), (medium,)))
    page.wait_for_load_state("networkidle")
    assert (f"{medium.small_sha256}.png" in loaded, f"{medium.sha256}.png" in loaded) == (
        True,
        False,
    )
    page.get_by_role("button", name="Zoom in").first.click()
    page.wait_for_load_state("networkidle")
    assert f"{medium.sha256}.png" in loaded
    page.get_by_role("button", name="Fit").first.click()
    box = page.locator("[data-zoom] img").first.bounding_box()
    scale = page.locator("[data-zoom-scale]").first.text_content()
    assert scale == f"{round(box['width'] / 50)} %"


def test_two_fingers_pinch(look):
    page = look(device=PHONE)
    page.locator("[data-zoom-open]").tap()
    fitted = width(page, LARGE)
    touch = page.context.new_cdp_session(page)

    def fingers(kind, *points):
        touch.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]},
        )

    fingers("touchStart", (150, 400), (240, 400))
    for spread in (20, 40, 60, 90):
        fingers("touchMove", (150 - spread, 400), (240 + spread, 400))
    fingers("touchEnd")
    page.wait_for_function(
        f"() => document.querySelector('{LARGE}').getBoundingClientRect().width > {fitted * 2}"
    )


def test_two_images_share_one_view_and_are_compared(look, shoot):
    page = look(TWO)
    shoot(page, "two-images")
    page.get_by_role("button", name="Zoom in").first.click()
    widths = page.locator(".pictures img").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().width)"
    )
    assert widths[0] == pytest.approx(widths[1])
    page.keyboard.press("z")
    page.keyboard.press("+")
    transforms = page.locator(".lightbox-stage img").evaluate_all(
        "all => all.map(one => one.style.transform)"
    )
    assert transforms[0] == transforms[1] != ""
    shoot(page, "two-images-side")
    stages = page.locator(".lightbox-stage")
    page.keyboard.press("f")
    expect(stages.nth(1)).to_be_hidden()
    expect(page.locator("[data-compare-shown]")).to_have_text("Before")
    page.keyboard.press("f")
    expect(stages.nth(0)).to_be_hidden()
    expect(page.locator("[data-compare-shown]")).to_have_text("After")
    assert stages.nth(0).bounding_box() == stages.nth(1).bounding_box()
    page.keyboard.press("0")
    page.keyboard.press("d")
    shoot(page, "two-images-difference")
    # Where both are grey nothing is left; where one square stands alone the difference of the two
    # colours is.
    grey, only_first = colours(page, [(600, 600), (310, 250)])
    assert grey == (0, 0, 0)
    assert only_first == (0xFF - 0x70, 0x88 - 0x70, 0x70)


def colours(page, points) -> list:
    """Return the screen's colours at points of the first enlarged image, given in image pixels."""
    import io

    from PIL import Image

    stage = page.locator(".lightbox-stage").first.bounding_box()
    scale = min(stage["width"] / 960, stage["height"] / 640)
    left = stage["x"] + (stage["width"] - 960 * scale) / 2
    top = stage["y"] + (stage["height"] - 640 * scale) / 2
    shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    return [shot.getpixel((round(left + x * scale), round(top + y * scale))) for x, y in points]


def test_letters_do_nothing_once_keys_are_switched_off(look):
    page = look()
    page.keyboard.press("?")
    page.get_by_label("Turn off keyboard shortcuts").check()
    page.keyboard.press("Escape")
    page.keyboard.press("z")
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.locator("[data-zoom-open]").click()
    fitted = width(page, LARGE)
    page.keyboard.press("+")
    assert width(page, LARGE) == fitted


@pytest.mark.parametrize("device", [DESKTOP, pytest.param(PHONE, marks=pytest.mark.long)])
def test_what_was_seen_is_kept_with_the_answers(look, device):
    page = look(device=device)
    page.keyboard.press("z")
    page.locator(".lightbox").get_by_role("button", name="Actual size").click()
    for _turn in range(6):
        page.locator(".lightbox").get_by_role("button", name="Zoom in").click()
    page.keyboard.press("Escape")
    page.get_by_role(
        "button", name="Submit"
    ).click()  # with an error first: what was seen outlives the reload
    page.wait_for_selector("#error-summary")
    image = page.locator(".block-image img").bounding_box()
    page.locator("label:has(input[name=right][value='1'])").click()
    page.get_by_role("button", name="Submit").click()
    page.wait_for_url("**/done/")
    seen = {
        key: value
        for key, value in Viewing.objects.get().seen.items()
        if not key.startswith("active_")
    }
    size = device["viewport"]
    assert seen == {
        "dark": 0,
        "pastes": 0,
        "times_away": 0,
        "zoom_used": 1,
        "largest_zoom": pytest.approx(1.25**6, abs=0.01),
        "image_width": pytest.approx(min(image["width"], image["height"] * 1.5), abs=1.5),
        "image_height": pytest.approx(min(image["height"], image["width"] / 1.5), abs=1.5),
        "pixel_ratio": device.get("device_scale_factor", 1),
        "viewport_width": size["width"],
        "viewport_height": size["height"],
    }


def test_unzoomed_is_told_apart_from_unknown(look):
    page = look()
    page.locator("label:has(input[name=right][value='1'])").click()
    page.get_by_role("button", name="Submit").click()
    page.wait_for_url("**/done/")
    assert Viewing.objects.get().seen["zoom_used"] == 0
