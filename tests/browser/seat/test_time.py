"""Tests of time on the HIT page with a simulated clock: warning, extensions, active seconds."""

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from hits.models import Assignment, Draft, Viewing
from hits.queue.releasing import expire
from stimuli.models import Item, ItemMedium
from tests import world
from tests.browser.seat.test_annotator import choose, open_hit
from tests.browser.test_accessibility import COLOURS, RULES, SIZES, violations
from tests.conftest import DESKTOP, PHONE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


@pytest.fixture
def study(stored_picture):
    """A function that returns a live batch with pictures: `study(extensions=1)`."""

    def one(**terms):
        owner = world.project()
        data = world.dataset(owner, items=3, systems=("Heron",))
        ItemMedium.objects.filter(item__in=Item.objects.filter(dataset=data)).update(
            medium=stored_picture(owner)
        )
        return world.live_batch(owner, data, **terms)

    return one


@pytest.fixture
def hit(open_page, live_server, log_in):
    """A function that opens an annotator's HIT: `hit(batch, PHONE, clock=datetime(2001, 1, 1))`."""

    def one(batch, device=DESKTOP, *, clock=None, **options):
        page = open_page(device, alone=True, **options)
        log_in(page, world.annotator())
        page.clock.install(time=clock)
        open_hit(page, live_server, batch)
        return page

    return one


def box(page):
    return page.locator("[data-time]")


def wait(page, minutes: float) -> None:
    """Advance the page's clock by `minutes` and run its timers."""
    page.clock.fast_forward(round(minutes * 60_000))


@pytest.mark.parametrize(
    "clock", [datetime(2001, 1, 1, tzinfo=UTC), datetime(2093, 1, 1, tzinfo=UTC)]
)
def test_a_warning_comes_two_minutes_before_the_end_whatever_the_device_thinks_the_time_is(
    hit, study, clock
):
    page = hit(study(), clock=clock)
    expect(page.locator("[data-deadline]")).to_have_text(re.compile(r"^(30:00|29:5\d) left$"))
    pay_and_time = page.locator(".bar-quiet")
    expect(pay_and_time).to_be_hidden()
    page.get_by_role("button", name="0 done").focus()
    expect(pay_and_time).to_be_visible()
    page.locator("[name=overall], input[type=radio]").first.focus()
    wait(page, 27.5)
    expect(box(page)).to_be_hidden()
    expect(pay_and_time).to_be_hidden()
    wait(page, 0.6)
    expect(box(page).get_by_role("alert")).to_have_text(
        "2 minutes left for this HIT. You can still extend the time 10 times, by 30 min each."
    )
    expect(page.locator("[data-deadline]")).to_have_text(re.compile(r"^1:[45]\d left$"))
    expect(pay_and_time).to_be_visible()


def test_it_is_said_once_and_not_every_second(hit, study):
    page = hit(study())
    page.evaluate(
        """() => {
            window.said = [];
            const alert = document.querySelector("[data-time-said]");
            new MutationObserver(() => said.push(alert.textContent)).observe(alert, {childList: true, characterData: true});
        }"""
    )
    wait(page, 28.2)
    for _second in range(5):
        wait(page, 1 / 60)
    assert len(page.evaluate("said")) == 1
    wait(page, 2)
    assert [one.split(".")[0] for one in page.evaluate("said")] == [
        "2 minutes left for this HIT",
        "Time is up",
    ]


@pytest.mark.parametrize("way", ["button", "key while typing"])
def test_one_key_or_click_extends(hit, study, way):
    page = hit(study())
    field = page.get_by_label("Feedback")
    field.fill("Half a")
    wait(page, 28.2)
    if way == "button":
        box(page).get_by_role("button").click()
    else:
        expect(box(page)).to_be_visible()
        page.keyboard.press("Alt+e")
    expect(box(page)).to_contain_text(re.compile(r"Time extended until \d\d:\d\d\."))
    expect(box(page).get_by_role("button")).to_be_hidden()
    claimed = Assignment.objects.in_work().get()
    assert (claimed.extended, claimed.deadline_at - claimed.accepted_at) == (1, timedelta(hours=1))
    expect(page.locator("[data-deadline]")).to_have_text(re.compile(r"^31:[345]\d left$"))
    assert field.input_value() == "Half a"
    wait(page, 0.5)
    expect(box(page)).to_be_hidden()
    wait(page, 29.5)
    expect(box(page)).to_contain_text("You can still extend the time 9 times, by 30 min each.")
    page.keyboard.press("Alt+e")
    expect(box(page)).to_contain_text("Time extended until")
    claimed.refresh_from_db()
    assert claimed.extended == 2


def test_the_key_does_nothing_before_the_warning(hit, study):
    page = hit(study())
    page.keyboard.press("Alt+e")
    wait(page, 28.2)
    expect(box(page)).to_be_visible()
    assert Assignment.objects.in_work().get().extended == 0


def test_focus_goes_back_to_where_it_was(hit, study):
    page = hit(study())
    field = page.get_by_label("Feedback")
    wait(page, 28.2)
    field.focus()
    for _tab in range(8):
        if page.evaluate("document.activeElement.hasAttribute('data-extend')"):
            break
        page.keyboard.press("Tab")
    before = page.evaluate("document.activeElement.hasAttribute('data-extend')")
    page.keyboard.press("Enter")
    expect(box(page)).to_contain_text("Time extended until")
    assert (before, page.evaluate("document.activeElement === document.body")) == (True, False)


def test_without_an_extension_it_says_so_and_when_it_is_over_what_follows(hit, study, shoot):
    page = hit(study(extensions=0), PHONE)
    choose(page, "11111")
    wait(page, 28.2)
    expect(box(page)).to_have_text(
        "2 minutes left for this HIT. You cannot extend the time for this HIT."
    )
    expect(box(page).get_by_role("button")).to_have_count(0)
    shoot(page, "time-none-left")
    Assignment.objects.filter(state="claimed").update(
        deadline_at=timezone.now() - timedelta(seconds=5)
    )
    wait(page, 2)
    expect(box(page)).to_contain_text(
        "If you submit now, they still count unless someone else has taken this HIT."
    )
    expect(page.locator("[data-deadline]")).to_have_text("0:00 left")
    shoot(page, "time-over")
    page.get_by_role("button", name="Submit").tap()
    expect(page.locator(".bar-facts")).to_contain_text("1 done")
    assert Assignment.objects.filter(state="submitted").count() == 1


def test_a_refusal_is_told(hit, study):
    page = hit(study())
    wait(page, 28.2)
    Assignment.objects.filter(state="claimed").update(extended=10)
    box(page).get_by_role("button").click()
    expect(box(page)).to_contain_text("You cannot extend the time for this HIT.")


def test_it_can_be_tried_again_where_the_site_did_not_answer(hit, study):
    page = hit(study())
    wait(page, 28.2)
    page.route("**/extend/", lambda route: route.abort())
    box(page).get_by_role("button").click()
    expect(box(page)).to_contain_text("the server is not responding")
    page.unroute("**/extend/")
    box(page).get_by_role("button").click()
    expect(box(page)).to_contain_text("Time extended until")


def test_it_is_heard_in_an_open_dialog_too(hit, study, shoot):
    page = hit(study())
    page.keyboard.press("z")
    wait(page, 28.2)
    expect(page.locator("dialog[open] [data-time]")).to_be_visible()
    shoot(page, "time-lightbox")
    page.keyboard.press("Escape")
    wait(page, 1 / 60)
    expect(page.locator("#main > [data-time]")).to_be_visible()
    box(page).get_by_role("button").click()
    expect(box(page)).to_contain_text("Time extended until")


@pytest.mark.parametrize("device", [pytest.param(DESKTOP, marks=pytest.mark.long), PHONE])
def test_it_hides_nothing_that_has_the_focus_and_axe_finds_nothing(hit, study, shoot, device):
    page = hit(study(), device, reduced_motion="reduce")
    last = page.get_by_label("Feedback")
    last.evaluate(
        "one => { one.focus(); scrollBy(0, one.getBoundingClientRect().bottom - innerHeight); }"
    )
    wait(page, 28.2)
    expect(box(page)).to_be_visible()
    assert hidden_under(page) == []
    for _tab in range(12):
        page.keyboard.press("Shift+Tab")
        assert hidden_under(page) == []
    page.evaluate("document.activeElement.blur()")  # an open link past the header covers its links
    for scheme, rules in (("light", RULES), ("dark", COLOURS)):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        shoot(page, f"time-warning-{scheme}")
        assert violations(page, rules) == []


def hidden_under(page) -> list[str]:
    """Return the focused element's HTML if the time box covers its middle."""
    return page.evaluate(
        """() => {
            const one = document.activeElement;
            const box = document.querySelector("[data-time]");
            if (one === document.body || box.contains(one)) return [];
            const at = one.getBoundingClientRect();
            const over = box.getBoundingClientRect();
            const y = at.top + Math.min(at.height, 40) / 2;
            return y > over.top && y < over.bottom ? [one.outerHTML] : [];
        }"""
    )


def test_without_scripts_there_is_the_deadline_and_a_button_that_loses_nothing(
    open_page, live_server, log_in, study, shoot
):
    page = open_page(PHONE, java_script_enabled=False)
    log_in(page, world.annotator())
    open_hit(page, live_server, study())
    page.get_by_label("Feedback").fill("Kept.")
    page.locator("input[name=syntax][value='2']").check()
    shoot(page, "time-plain")
    page.get_by_role("button", name="Extend the time").click()
    expect(page.get_by_text("This HIT is yours until").first).to_be_visible()
    assert page.get_by_label("Feedback").input_value() == "Kept."
    assert page.locator("input[name=syntax]:checked").get_attribute("value") == "2"
    assert Draft.objects.get().data == {"syntax": "2", "feedback": "Kept."}
    assert Assignment.objects.in_work().get().extended == 1


# Active seconds.


def noted(page) -> dict:
    """Return the active seconds recorded so far by section, rounded. The total has the key ""."""
    kept = page.evaluate(
        "() => Object.entries(sessionStorage).find(([key]) => key.startsWith('rateroom-seen:'))?.[1]"
    )
    found = {
        key.partition(".")[2]: value
        for key, value in json.loads(kept or "{}").items()
        if "active" in key
    }
    return {key: round(value) for key, value in found.items()}


def used(page, name: str) -> None:
    """Dispatch a pointer event in a section, so that the page counts as in use."""
    page.locator(f"[data-section={name}]").evaluate(
        "one => one.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))"
    )


def still(page) -> None:
    """Pause the page's clock, so that only `wait` advances it."""
    page.clock.pause_at(datetime.fromtimestamp(page.evaluate("Date.now()") / 1000 + 2, tz=UTC))
    used(page, "naturalness")


def counted(page, before: dict) -> dict:
    now = noted(page)
    return {key: now[key] - before.get(key, 0) for key in now if now[key] != before.get(key, 0)}


def test_gaps_count_half_a_minute_at_most_and_hidden_time_not_at_all(hit, study):
    page = hit(study())
    still(page)
    before = noted(page)
    wait(page, 20 / 60)
    used(page, "coherence")
    assert counted(page, before) == {"": 20, "naturalness": 20}
    wait(page, 5)
    used(page, "coherence")
    assert counted(page, before) == {"": 50, "naturalness": 20, "coherence": 30}
    hide(page, hidden=True)
    wait(page, 0.2)
    used(page, "syntax")  # a video that plays on
    hide(page, hidden=False)
    wait(page, 7 / 60)
    used(page, "syntax")
    assert counted(page, before) == {"": 57, "naturalness": 20, "coherence": 37}


def hide(page, *, hidden: bool) -> None:
    page.evaluate(
        """hidden => {
            Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


SIGNS = ("keydown", "pointermove", "scroll", "wheel", "touchmove", "timeupdate", "input")


def test_signs_of_use(hit, study):
    page = hit(study())
    still(page)
    counted_by = {}
    for sign in SIGNS:
        before = noted(page)
        wait(page, 20 / 60)
        page.evaluate(
            "sign => document.querySelector('.stimulus').dispatchEvent(new Event(sign))", sign
        )
        counted_by[sign] = counted(page, before)
    assert counted_by == {sign: {"": 20, "naturalness": 20} for sign in SIGNS}


def test_before_anything_is_touched_the_section_in_the_middle_has_the_time(hit, study):
    page = hit(study())
    page.clock.pause_at(datetime.fromtimestamp(page.evaluate("Date.now()") / 1000 + 2, tz=UTC))
    page.locator("[data-section=syntax]").evaluate(
        "one => one.scrollIntoView({ block: 'center', behavior: 'instant' })"
    )
    wait(page, 2 / 60)
    page.evaluate("document.body.dispatchEvent(new Event('keydown', { bubbles: true }))")
    before = noted(page)
    wait(page, 10 / 60)
    page.evaluate("document.body.dispatchEvent(new Event('keydown', { bubbles: true }))")
    assert counted(page, before) == {"": 10, "syntax": 10}


def test_it_survives_a_reload_and_goes_with_the_answers(hit, study):
    batch = study(scheme="dark")
    page = hit(batch)
    Assignment.objects.filter(state="claimed").update(
        accepted_at=timezone.now() - timedelta(minutes=10)
    )
    still(page)
    wait(page, 20 / 60)
    used(page, "coverage")
    before = noted(page)
    page.reload()
    still(page)
    assert noted(page)["naturalness"] >= before["naturalness"] >= 20
    wait(page, 25 / 60)
    choose(page, "11111")
    kept = noted(page)
    page.get_by_role("button", name="Submit").click()
    expect(page.locator(".bar-facts")).to_contain_text("1 done")
    seen = Viewing.objects.get().seen
    sections = {
        key.partition(".")[2]: value
        for key, value in seen.items()
        if key.startswith("active_seconds.")
    }
    assert {key: round(value) for key, value in sections.items()} == {
        key: kept[key] for key in kept if key
    }
    assert round(seen["active_seconds"]) == kept[""] == round(sum(sections.values()))
    assert seen["dark"] == 1


def test_it_goes_on_where_a_hit_is_submitted_late(hit, study):
    page = hit(study())
    Assignment.objects.filter(state="claimed").update(
        accepted_at=timezone.now() - timedelta(minutes=10)
    )
    still(page)
    wait(page, 20 / 60)
    used(page, "coverage")
    assert noted(page)["naturalness"] >= 20
    expire(assignment=Assignment.objects.in_work().get())
    page.reload()
    page.get_by_role("link", name="Continue your HIT").click()
    still(page)
    wait(page, 25 / 60)
    choose(page, "11111")
    kept = noted(page)
    assert kept[""] >= 45
    page.get_by_role("button", name="Submit").click()
    page.wait_for_url(lambda address: "?late" not in address)
    seen = Viewing.objects.get().seen
    assert (round(seen["active_seconds"]), seen["viewport_width"], seen["dark"]) == (
        kept[""],
        1280,
        0,
    )


# One scheme for all.


@pytest.mark.parametrize(("scheme", "other"), [("light", "dark"), ("dark", "light")])
def test_a_forced_scheme_is_shown_whatever_the_device_wants(hit, study, shoot, scheme, other):
    page = hit(study(scheme=scheme), color_scheme=scheme, reduced_motion="reduce")
    for device in (scheme, other):
        page.emulate_media(color_scheme=device, reduced_motion="reduce")
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert ground == {"light": "rgb(245, 244, 240)", "dark": "rgb(20, 24, 29)"}[scheme]
        assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") in {
            f"only {scheme}",
            f"{scheme} only",
        }
    for size in SIZES.values():
        page.set_viewport_size(size)
        assert violations(page, COLOURS) == []
        shoot(page, f"scheme-{scheme}")


@pytest.mark.parametrize("device", ["light", "dark"])
def test_what_is_not_forced_follows_the_device_and_is_recorded(hit, study, device):
    page = hit(study(), color_scheme=device)
    choose(page, "11111")
    page.get_by_role("button", name="Submit").click()
    expect(page.locator(".bar-facts")).to_contain_text("1 done")
    assert Viewing.objects.get().seen["dark"] == {"light": 0, "dark": 1}[device]
