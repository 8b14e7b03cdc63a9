"""Tests of outputs that are pictures, clips or sounds, compared in pairs by keys and by touch."""

import pytest
from playwright.sync_api import expect

from hits.models import Answer, Viewing
from surveys.loading import library_source
from surveys.versions.storing import load_version
from tests import world
from tests.browser.seat.test_annotator import open_hit
from tests.browser.studies import square_picture
from tests.browser.test_accessibility import check
from tests.conftest import DESKTOP, PHONE
from tests.media import BITS, numbered_clip, pair_batch, tone

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
SOURCE = library_source("instruction-following-pair")
CLIPS = "[...document.querySelectorAll('video')]"
# Each clip's frame on screen, by the number that is drawn into it.
FRAMES = f"""() => {CLIPS}.map((video) => {{
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
    const context = canvas.getContext('2d');
    context.drawImage(video, 0, 0);
    const light = (bit) => context.getImageData(
        ((bit + 0.5) * canvas.width) / {BITS}, canvas.height / 4, 1, 1).data[0] > 128;
    return Array.from({{ length: {BITS} }}, (_, bit) => light(bit) << bit)
        .reduce((one, other) => one + other);
}})"""
# How wide each picture is drawn.
DRAWN = """all => all.map(one => one.naturalWidth * Math.min(
    one.clientWidth / one.naturalWidth, one.clientHeight / one.naturalHeight))"""
SETTLED = "() => !document.querySelector('[data-busy]')"


@pytest.fixture
def look(open_page, live_server, log_in):
    """A function that opens the HIT page of a pair of outputs, with these options in the rubric."""

    def one(owner, first, second, device=DESKTOP, options=""):
        title = "    title: Answer\n"
        source = SOURCE.replace(title, title + options, 1)
        rubric = load_version(source=source, project=owner)
        batch = pair_batch((first,), (second,), rubric=rubric)
        page = open_page(device)
        log_in(page, world.annotator())
        open_hit(page, live_server, batch)
        if device is PHONE:  # the peek has no tools but a sound's play button
            page.get_by_role("button", name="Show in full").click()
        return page

    return one


def submit(page) -> dict[str, float]:
    """Prefer the first output and submit. Return the recorded viewing measures."""
    if page.locator(".stimulus:popover-open").count():
        page.get_by_role("button", name="Back to the questions").click()
    page.locator("label:has(input[name=preference][value='1'])").click()
    page.get_by_role("button", name="Submit").click()
    page.wait_for_url("**/done/")
    assert Answer.objects.get(key="preference").number in {1, 2}
    return Viewing.objects.get().seen


@pytest.mark.parametrize("device", [DESKTOP, pytest.param(PHONE, marks=pytest.mark.long)])
def test_pictures_of_two_systems_are_inspected_together_and_rated(look, shoot, device):
    owner = world.project()
    left, right = square_picture(owner, left=300), square_picture(owner, left=340)
    page = look(owner, left, right, device)
    page.wait_for_function(
        "() => [...document.querySelectorAll('[data-zoom] img')].every((one) => one.naturalWidth)"
    )
    shoot(page, "output-pictures")
    if device is DESKTOP:
        check(page)
    if device is DESKTOP:
        widths = page.locator(".output-picture img").evaluate_all(DRAWN)
        assert min(widths) >= 0.45 * 1280
        page.keyboard.press("f")
        expect(page.locator(".lightbox-stage").nth(1)).to_be_hidden()
        page.keyboard.press("f")
        expect(page.locator(".lightbox-stage").nth(0)).to_be_hidden()
        expect(page.locator(".lightbox-stage").nth(1)).to_be_visible()
        page.keyboard.press("Escape")
    assert "Heron" not in page.content()
    page.locator("[data-zoom-open]").nth(1).click()
    box = page.locator(".lightbox")
    box.get_by_role("button", name="Zoom in").click()
    stages = page.locator(".lightbox-stage")
    transforms = stages.locator("img").evaluate_all("all => all.map((one) => one.style.transform)")
    assert transforms[0] == transforms[1] != ""
    box.get_by_role("button", name="Switch images").click()
    expect(stages.nth(0)).to_be_hidden()
    expect(page.locator("[data-compare-shown]")).to_have_text("Answer 2")
    box.get_by_role("button", name="Difference").click()
    expect(stages.nth(0)).to_be_visible()
    box.get_by_role("button", name="Close").click()
    assert submit(page)["zoom_used"] == 1


def frames(page) -> list[int]:
    page.wait_for_function(SETTLED)
    return page.evaluate(FRAMES)


@pytest.fixture
def together(look, tmp_path):
    """A function that opens a page with two clips of two seconds at 30 fps, side by side."""

    def one(device=DESKTOP, options=""):
        owner = world.project()
        clips = [numbered_clip(owner, tmp_path / f"{grey}.webm", grey=grey) for grey in (60, 160)]
        page = look(owner, *clips, device, options)
        page.wait_for_function(f"() => {CLIPS}.every((video) => video.readyState >= 3)")
        return page

    return one


@pytest.mark.parametrize("device", [DESKTOP, pytest.param(PHONE, marks=pytest.mark.long)])
def test_two_clips_stand_at_the_same_frame_after_step_pause_and_seek(together, shoot, device):
    page = together(device)
    shoot(page, "output-clips")
    if device is DESKTOP:
        check(page)
    press = page.locator(".together").get_by_role
    for number in range(1, 4):
        press("button", name="Frame forward").click()
        assert frames(page) == [number, number]
    press("button", name="Frame back").click()
    assert frames(page) == [2, 2]
    for _turn in range(2):
        press("button", name="Play / pause").click()
        page.wait_for_function(f"() => {CLIPS}.every((video) => video.currentTime > 0.7)")
        press("button", name="Play / pause").click()
        paused = frames(page)
        assert paused[0] == paused[1]
        assert page.evaluate(f"{CLIPS}.every((video) => video.paused)")
        press("slider").fill("0.51")
        assert frames(page) == [15, 15]


def test_a_marked_span_of_two_clips_is_looped(together):
    page = together()
    scrub = page.get_by_role("slider", name="All clips together")
    scrub.fill("0.51")
    assert frames(page) == [15, 15]
    page.keyboard.press("a")
    scrub.fill("0.99")
    assert frames(page) == [29, 29]
    page.keyboard.press("b")
    page.evaluate(
        f"""() => {{ window.places = {CLIPS}.map(() => []);
            {CLIPS}.forEach((video, number) => video.addEventListener('timeupdate', () =>
                video.paused || window.places[number].push(video.currentTime))); }}"""
    )
    page.keyboard.press("r")
    falls = "(places) => places.filter((at, number) => at < places[number - 1]).length"
    page.wait_for_function(f"() => window.places.every((own) => ({falls})(own) >= 2)")
    page.keyboard.press("k")
    looped = frames(page)
    assert looped[0] == looped[1]
    assert all(0.45 < place < 1.3 for own in page.evaluate("window.places") for place in own)


def test_one_clip_is_heard_and_what_was_apart_is_kept(together):
    page = together(options="    watch_share: 0.3\n    rates: [0.5]\n")
    muted = f"() => {CLIPS}.map((video) => video.muted)"
    assert page.evaluate(muted) == [False, True]
    page.get_by_role("combobox", name="Sound").select_option(label="Answer 2")
    assert page.evaluate(muted) == [True, False]
    page.get_by_label("Speed").select_option("0.5")
    page.keyboard.press("k")
    expect(page.locator("[data-watch-text]")).to_have_text(
        "You have played enough. You can answer now."
    )
    page.keyboard.press("k")
    same = frames(page)
    assert same[0] == same[1]
    seen = submit(page)
    assert (seen["share_watched"] >= 0.3, "clip_drift" in seen) == (True, True)


@pytest.mark.parametrize("device", [pytest.param(DESKTOP, marks=pytest.mark.long), PHONE])
def test_sounds_are_heard_looped_and_counted(look, shoot, device):
    owner = world.project()
    first, second = tone(owner, 300), tone(owner, 500)
    for medium in (first, second):
        medium.peaks = [round(number / 4) for number in range(1000)]
        medium.save()
    page = look(owner, first, second, device, "    watch_share: 0.9\n")
    page.wait_for_function(
        "() => [...document.querySelectorAll('audio')].every((sound) => sound.readyState >= 3)"
    )
    shoot(page, "output-sounds")
    if device is DESKTOP:
        check(page)
    sounds = page.locator("[data-sound]")
    time_shown = sounds.nth(1).locator("[data-play-time]")
    sounds.nth(1).get_by_role("button", name="1 s forward").click()
    expect(time_shown).to_have_text("0:01.00 / 0:02.00")
    sounds.nth(1).get_by_role("button", name="Loop from").click()
    width = sounds.nth(1).locator("[data-waveform-span]").get_attribute("width")
    assert float(width) == pytest.approx(500, abs=1)
    sounds.nth(1).get_by_role("button", name="Stop loop").click()
    for number in range(2):
        sounds.nth(number).get_by_role("button", name="Replay").click()
        page.wait_for_function(f"() => document.querySelectorAll('audio')[{number}].ended")
    expect(page.locator("[data-watch-text]")).to_have_text(
        "You have played enough. You can answer now."
    )
    seen = submit(page)
    assert (seen["share_listened"] >= 0.9, "share_watched" in seen) == (True, False)


def test_on_a_phone_a_sound_is_heard_from_the_peek(look):
    owner = world.project()
    page = look(owner, tone(owner, 300), tone(owner, 500), PHONE)
    page.get_by_role("button", name="Back to the questions").click()
    sounds = page.locator("[data-sound]")
    expect(sounds.nth(0).get_by_role("button", name="Replay")).to_be_hidden()
    sounds.nth(0).get_by_role("button", name="Play / pause").click()
    page.wait_for_function("() => document.querySelector('audio').currentTime > 0")


def test_one_sound_ends_the_other_and_keys_are_the_last_ones(look):
    owner = world.project()
    page = look(owner, tone(owner, 300, seconds=20), tone(owner, 500, seconds=20))
    playing = "() => [...document.querySelectorAll('audio')].map((sound) => !sound.paused)"
    sounds = page.locator("[data-sound]")
    for number, expected in ((0, [True, False]), (1, [False, True])):
        sounds.nth(number).get_by_role("button", name="Play / pause").click()
        page.wait_for_function(
            f"() => String(({playing})()) === '{str(expected).lower()[1:-1]}'.replaceAll(' ', '')"
        )
    page.locator("h1").first.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("k")
    page.wait_for_function(f"() => !({playing})().some((one) => one)")
