"""Tests of videos: controls, the share to watch before scoring, captions, and measures."""

import itertools
import re

import pytest
from playwright.sync_api import expect

from hits.models import Viewing
from tests import world
from tests.browser.seat.test_annotator import open_hit
from tests.browser.studies import batch_of
from tests.conftest import DESKTOP, PHONE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
PLAIN = "stimulus:\n  - block: video\n  - {block: outputs, title: Caption}"
GATED = "stimulus:\n  - {block: video, watch_share: 0.9}\n  - {block: outputs, title: Caption}"
FULL = """stimulus:
  - {block: video, title: The clip, captions: words, rates: [0.5, 2]}
  - {block: outputs, title: Caption}"""
WORDS = {
    "vtt": "WEBVTT\n\n00:00.000 --> 00:01.500\nA box moves.\n",
    "srt": "1\n00:00:00,000 --> 00:00:01,500\nA box moves.\n",
}


@pytest.fixture
def watch(open_page, live_server, log_in, moving_clip):
    """A function that opens the HIT page of a rubric with a two-second clip at ten fps."""

    def one(middle=PLAIN, device=DESKTOP, fields=None, **options):
        batch = batch_of(
            "watching", middle, media={"video": moving_clip(world.project())}, fields=fields
        )
        page = open_page(device, **options)
        log_in(page, world.annotator())
        open_hit(page, live_server, batch)
        page.wait_for_function("() => document.querySelector('video').readyState >= 2")
        return page

    return one


def now(page) -> float:
    return page.evaluate("document.querySelector('video').currentTime")


def until(page, condition, timeout=15_000) -> None:
    page.wait_for_function(
        f"() => {{ const video = document.querySelector('video'); return {condition}; }}",
        timeout=timeout,
    )


def test_keys_play_pause_replay_and_step(watch):
    page = watch()
    page.keyboard.press("k")
    until(page, "!video.paused && video.currentTime > 1")
    page.keyboard.press("k")
    until(page, "video.paused")
    page.evaluate("document.querySelector('video').currentTime = 1.05")
    until(page, "!video.seeking")
    # The clip showed its frame length, a tenth of a second, while it played.
    page.keyboard.press(".")
    until(page, "!video.seeking && Math.abs(video.currentTime - 1.15) < 0.005")
    page.keyboard.press(",")
    page.keyboard.press(",")
    until(page, "!video.seeking && Math.abs(video.currentTime - 0.95) < 0.005")
    page.keyboard.press("r")
    until(page, "!video.paused && video.currentTime < 0.6")


def test_a_frame_is_a_25th_of_a_second_before_anything_was_played(watch):
    page = watch()
    page.get_by_role("button", name="Frame forward").click()
    until(page, "!video.seeking && Math.abs(video.currentTime - 0.06) < 0.002")
    for _turn in range(3):
        page.get_by_role("button", name="Frame back").click()
    until(page, "!video.seeking && video.currentTime < 0.021")


def test_typing_and_switched_off_keys_leave_the_video_alone(watch):
    page = watch()
    page.get_by_label("Why?").press_sequentially("k. rabc,")
    assert page.evaluate(
        "document.querySelector('video').paused && document.querySelector('video').currentTime === 0"
    )
    page.get_by_label("Why?").blur()
    page.keyboard.press("?")
    page.get_by_label("Turn off keyboard shortcuts").check()
    page.keyboard.press("Escape")
    page.keyboard.press("k")
    page.wait_for_timeout(300)
    assert now(page) == 0
    page.get_by_role("button", name="Play / pause").click()
    until(page, "!video.paused")


def test_a_marked_span_is_looped_and_cleared(watch):
    page = watch()
    page.evaluate("document.querySelector('video').currentTime = 0.5")
    until(page, "!video.seeking")
    page.keyboard.press("a")
    page.evaluate("document.querySelector('video').currentTime = 1")
    until(page, "!video.seeking")
    page.keyboard.press("b")
    expect(page.get_by_role("button", name="Loop to 0:01.00")).to_be_visible()
    page.evaluate("""() => { const video = document.querySelector('video'); window.places = [];
        video.addEventListener('timeupdate', () => window.places.push(video.currentTime)); }""")
    page.keyboard.press("r")
    page.wait_for_timeout(1800)
    places = page.evaluate("window.places")
    assert 0.4 < min(places) < 0.7
    assert max(places) < 1.3
    assert any(later < earlier for earlier, later in itertools.pairwise(places))
    page.keyboard.press("c")
    until(page, "video.currentTime > 1.4")
    expect(page.get_by_role("button", name="Stop loop")).to_be_disabled()


@pytest.mark.parametrize("kind", sorted(WORDS))
def test_rates_and_captions_where_the_rubric_has_them(watch, shoot, kind):
    page = watch(FULL, fields={"words": WORDS[kind]})
    page.get_by_label("Speed").select_option("2.0")
    assert page.evaluate("document.querySelector('video').playbackRate") == 2
    until(page, "video.textTracks[0]?.cues?.length === 1")
    assert (
        page.evaluate("document.querySelector('video').textTracks[0].cues[0].text")
        == "A box moves."
    )
    assert page.locator("track").get_attribute("srclang") == "en"
    page.get_by_text("Captions as text").click()
    expect(page.locator("[data-captions]")).to_contain_text("A box moves.")
    shoot(page, "video-full")


@pytest.mark.parametrize("device", [DESKTOP, pytest.param(PHONE, marks=pytest.mark.long)])
def test_scoring_opens_when_the_share_is_played(watch, shoot, device):
    page = watch(GATED, device)
    bar, option = page.locator("[data-watch-bar]"), page.locator("input[name=right][value='1']")
    expect(page.locator("[data-watch]")).to_contain_text(
        "Play at least 90 % before you answer. 0 % played"
    )
    shoot(page, "video-gate")
    page.keyboard.press("1")
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("[data-watch]")).to_be_focused()
    assert not option.is_checked()
    # Skipping to the end is not watching.
    page.evaluate("document.querySelector('video').currentTime = 1.9")
    until(page, "!video.seeking")
    assert bar.evaluate("one => one.value") == 0
    page.evaluate("document.querySelector('video').currentTime = 0")
    page.keyboard.press("k")
    until(page, "video.currentTime > 1")
    page.keyboard.press("k")
    text = page.locator("[data-watch-text]").inner_text()
    assert 40 <= int(re.match(r"(\d+) % played", text)[1]) < 90
    page.reload()  # what was watched stays watched
    until(page, "video.readyState >= 2")
    assert bar.evaluate("one => one.value") >= 40
    page.evaluate("document.querySelector('video').currentTime = 0.9")
    page.keyboard.press("k")
    expect(page.locator("[data-watch-text]")).to_have_text(
        "You have played enough. You can answer now."
    )
    shoot(page, "video-open")
    page.locator("label:has(input[name=right][value='1'])").click()
    expect(page.locator("[data-save-status]")).to_contain_text(
        "Saved "
    )  # the refused submission did not end saving
    page.get_by_role("button", name="Submit").click()
    page.wait_for_url("**/done/")
    seen = Viewing.objects.get().seen
    assert 0.9 <= seen["share_watched"] <= 1
    assert seen["pixel_ratio"] == device.get("device_scale_factor", 1)
    assert "zoom_used" not in seen


def test_replays_are_counted_by_button_and_by_loop(watch):
    page = watch()
    page.keyboard.press("k")
    until(page, "video.currentTime > 1.5")
    until(page, "video.currentTime < 0.5")  # it loops by itself
    until(page, "video.currentTime > 1")
    page.keyboard.press("r")
    until(page, "video.currentTime < 0.3")
    until(page, "video.currentTime > 0.7")
    page.keyboard.press("k")
    page.locator("label:has(input[name=right][value='1'])").click()
    page.get_by_role("button", name="Submit").click()
    page.wait_for_url("**/done/")
    seen = Viewing.objects.get().seen
    assert (seen["replays"], seen["share_watched"]) == (2, 1)


def test_stalls_are_counted_while_playing_only(watch):
    page = watch()
    page.evaluate(
        "document.querySelector('video').dispatchEvent(new Event('waiting'))"
    )  # before it was played
    page.keyboard.press("k")
    until(page, "video.currentTime > 0.5")
    page.evaluate("document.querySelector('video').dispatchEvent(new Event('waiting'))")
    page.locator("label:has(input[name=right][value='1'])").click()
    page.get_by_role("button", name="Submit").click()
    page.wait_for_url("**/done/")
    assert Viewing.objects.get().seen["stalls"] == 1


def test_a_clip_that_does_not_play_says_what_to_do(watch):
    page = watch(GATED)
    page.evaluate("document.querySelector('video').src = '/media/none'")
    expect(page.get_by_role("alert")).to_contain_text("report a problem with this HIT")


def test_without_scripts_it_plays_natively_and_the_share_is_told(
    open_page, live_server, log_in, moving_clip
):
    batch = batch_of("watching", GATED, media={"video": moving_clip(world.project())})
    page = open_page(DESKTOP, java_script_enabled=False)
    log_in(page, world.annotator())
    open_hit(page, live_server, batch)
    assert page.locator("video").get_attribute("controls") is not None
    warning = page.locator("[data-watch] noscript p")
    expect(warning).to_be_visible()
    assert warning.inner_text() == (
        "We need JavaScript to see how much you play. Turn on JavaScript and play at "
        "least 90 %, or return the HIT. Returning it does not count against you."
    )
    words = "Play at least 90 % before you answer."
    expect(page.locator("[data-watch]")).to_contain_text(words)
    expect(page.get_by_role("button", name="Play / pause")).to_have_count(0)
    page.locator("label:has(input[name=right][value='1'])").click()
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#error-summary")).to_contain_text(
        "We need JavaScript to see how much you play"
    )
    assert page.locator("input[name=right][value='1']").is_checked()
    page.get_by_role("button", name="Return this HIT").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Return this HIT")
    page.get_by_role("link", name="Continue your HIT").click()
    assert page.locator("input[name=right][value='1']").is_checked()
    page.get_by_role("button", name="Return this HIT").click()
    page.get_by_role("button", name="Return this HIT").click()
    expect(page.locator(".message-success")).to_contain_text("HIT returned.")
    assert Viewing.objects.count() == 0


@pytest.mark.parametrize("device", [DESKTOP, pytest.param(PHONE, marks=pytest.mark.long)])
def test_every_control_is_large_enough_to_touch(watch, device):
    page = watch(FULL, device, fields={"words": WORDS["vtt"]})
    if device is PHONE:  # the peek has the clip alone
        page.get_by_role("button", name="Show in full").click()
    sizes = page.locator(".tools :is(button, select):visible, summary").evaluate_all(
        "all => all.map(one => [one.getBoundingClientRect().width, one.getBoundingClientRect().height])"
    )
    assert len(sizes) == 9
    assert min(min(size) for size in sizes) >= 44


# How far what is shown moved while the page loaded, and what moved. What a browser moves within its
# own controls of a clip has no node.
SHIFTS = """() => new Promise((resolve) => {
    const all = [];
    new PerformanceObserver((list) => all.push(...list.getEntries()))
        .observe({ type: 'layout-shift', buffered: true });
    const told = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
    setTimeout(() => resolve(all.filter((one) => one.sources.some(({ node }) => node)).map((one) => [one.value, ...one.sources.map((source) =>
        `${source.node?.nodeName} ${told(source.previousRect)} > ${told(source.currentRect)}`)])), 300);
})"""


PAIR = "stimulus: [{block: outputs, title: Clip}]\noutputs: {kind: video, per_page: 2, name: Clip}"


@pytest.mark.parametrize("device", [pytest.param(DESKTOP, marks=pytest.mark.long), PHONE])
@pytest.mark.parametrize("middle", [GATED, FULL, PAIR], ids=["gated", "full", "pair"])
def test_nothing_moves_when_the_clip_arrives(
    open_page, live_server, log_in, moving_clip, device, middle
):
    clips = [moving_clip(world.project(), seconds=seconds) for seconds in (2, 3)]
    shown = (
        {"outputs": [[clip] for clip in clips]}
        if middle == PAIR
        else {"media": {"video": clips[0]}}
    )
    fields = {"words": WORDS["vtt"]} if middle == FULL else None
    batch = batch_of("arrive", middle, fields=fields, **shown)
    page = open_page(device, alone=True)
    log_in(page, world.annotator())

    def late(route):
        page.wait_for_timeout(400)
        route.continue_()

    page.route("**/media/**", late)
    open_hit(page, live_server, batch)
    page.wait_for_function("() => document.querySelector('video').readyState >= 2")
    assert page.evaluate(SHIFTS) == []
