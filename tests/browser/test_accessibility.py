"""Tests that axe finds no WCAG 2.2 AA problem on any page, at both widths, in light and dark."""

import time

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.utils import timezone
from playwright.sync_api import expect

from hits.models import Assignment
from stimuli.models import Item, ItemMedium
from surveys.loading import library_rubric
from tests import world
from tests.browser.seat.test_annotator import open_hit, start
from tests.browser.seat.test_differences import ONE, OTHER, PAIR
from tests.browser.seat.test_every_kind import FILLED
from tests.browser.seat.test_images import TWO
from tests.browser.seat.test_rubrics import TABLE, study
from tests.browser.seat.test_videos import FULL, GATED, WORDS
from tests.browser.studies import batch_of, play_all, square_picture
from tests.chosen import chosen
from tests.surveys.shown import SHOWN

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
RULES = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"],
    },
    "rules": {"target-size": {"enabled": True}},
    "resultTypes": ["violations"],
    "preload": False,  # it would read style sheets by adding styles, which the page's policy refuses
}
FULLEST = {"comparative-summary", "contextual-caption-pair"}
SIZES = {1280: {"width": 1280, "height": 900}, 390: {"width": 390, "height": 844}}


COLOURS = RULES | {"runOnly": {"type": "rule", "values": ["color-contrast"]}, "rules": {}}
# A scheme changes colours alone, and a width nothing of them: two looks have both of each.
LOOKS = (("light", 1280), ("dark", 390))


def run_axe(page, rules) -> list[dict]:
    """Return the violations that axe finds. Its script is loaded only once per page."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return page.evaluate("async rules => (await axe.run(document, rules)).violations", rules)


def violations(page, rules=RULES) -> list[str]:
    return [
        f"{violation['id']}: {node['html'][:160]} {node['failureSummary']}"
        for violation in run_axe(page, rules)
        for node in violation["nodes"]
    ]


# What sticks may cover half of a control that a person can scroll to: axe would call that small.
UNSTICK = """() => document.querySelectorAll("*").forEach((one) => {
  if (getComputedStyle(one).position !== "sticky") return;
  Object.assign(one.style, { position: "relative", inset: "auto" });
  one.dataset.stuck = "";
})"""
STICK = """() => document.querySelectorAll("[data-stuck]").forEach((one) => {
  Object.assign(one.style, { position: "", inset: "" });
  delete one.dataset.stuck;
})"""


def problems(page) -> list[str]:
    """Return what axe finds in all looks, and where the page scrolls sideways."""
    problems_seen = []
    for scheme, width in LOOKS:
        # With less motion no colour is measured half-way.
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.set_viewport_size(SIZES[width])
        page.evaluate("scrollTo({top: 0, behavior: 'instant'})")
        page.evaluate(UNSTICK)
        problems_seen += [f"{scheme} {width}: {each}" for each in violations(page)]
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            problems_seen.append(f"{width}: it scrolls sideways")
        page.evaluate(STICK)
    page.set_viewport_size(SIZES[1280])
    return [f"{page.url} {each}" for each in problems_seen]


def check(page) -> None:
    assert problems(page) == []


def test_axe_does_find_what_is_wrong(page):
    """This tests the checker itself: it must find an unlabelled field, pale text and a tiny
    target."""
    page.set_content(
        "<html lang=en><title>x</title><main><input><p style='color:#bbb'>pale</p>"
        "<button style='width:9px;height:9px;padding:0'>a</button><button style='width:9px;height:9px;padding:0'>b</button>"
    )
    assert {one.split(":")[0] for one in violations(page)} == {
        "label",
        "color-contrast",
        "target-size",
    }


def test_the_way_to_a_hit(page, live_server, log_in, stored_picture):
    page.goto(live_server.url + "/accounts/login/")
    check(page)
    page.get_by_label("User name").fill("nobody")
    page.get_by_label("Password").fill("wrong")
    page.get_by_role("button", name="Log in").click()
    check(page)
    annotator = world.annotator()
    log_in(page, annotator)
    page.goto(live_server.url + "/")
    expect(page.get_by_text("No batches are open to you right now.")).to_be_visible()
    check(page)
    owner = world.project()
    data = world.dataset(owner, items=3, systems=("Heron",))
    ItemMedium.objects.filter(item__in=Item.objects.filter(dataset=data)).update(
        medium=stored_picture(owner)
    )
    batch = world.live_batch(
        owner, data, description="Five questions.", consent_text="You may stop at any time."
    )
    world.live_batch(owner, world.dataset(owner, items=1), title="Another")
    page.reload()
    check(page)
    page.goto(f"{live_server.url}/batches/{batch.pk}/")
    check(page)
    start(page, live_server, batch)
    address = page.url
    page.get_by_role("button", name="Return this HIT").click()
    check(page)
    page.goto(address)
    check(page)
    start(page, live_server, batch)
    Assignment.objects.filter(state="claimed").update(
        deadline_at=timezone.now() - timezone.timedelta(hours=1)
    )
    page.reload()
    expect(page.get_by_text("The time for this HIT is over.")).to_be_visible()
    check(page)
    page.goto(f"{live_server.url}/batches/{batch.pk}/done/")
    check(page)


@pytest.fixture
def hit(open_page, live_server, log_in, stored_picture, moving_clip):
    """Return a function that opens a HIT page with the library rubric `name`."""

    def one(name):
        owner = world.project()
        media = (
            {"image": stored_picture(owner)}
            if name in {"image-paragraph", "contextual-caption-pair"}
            else {}
        )
        media |= {"video": moving_clip(owner)} if name == "video-caption" else {}
        texts = [TABLE if "summary" in name else "A man in a scarlet coat."]
        texts *= library_rubric(name).outputs.per_page
        page = open_page()
        log_in(page, world.annotator())
        open_hit(page, live_server, study(name, texts, media, owner))
        play_all(page)
        return page

    return one


def at_400_per_cent(page, shoot, name) -> None:
    """Check that nothing is sticky or fixed at 320 by 256 CSS pixels (400 % zoom, WCAG 1.4.10)."""
    page.set_viewport_size({"width": 320, "height": 256})
    shoot(page, f"zoomed-{name}")
    stuck = page.evaluate("""() => [...document.querySelectorAll('body *')].filter(one =>
        ['sticky', 'fixed'].includes(getComputedStyle(one).position) && one.offsetHeight).map(one => one.className)""")
    assert stuck == []


def what_is_missing_is_named_and_linked(page) -> None:
    links = page.locator("#error-summary a")
    assert links.count() >= 1
    assert len(set(links.all_inner_texts())) == links.count()
    for number in range(links.count()):
        target = page.locator(links.nth(number).get_attribute("href").replace(".", "\\."))
        assert target.count() == 1
    links.first.click()
    page.wait_for_function(
        "() => document.querySelector(location.hash).getBoundingClientRect().top < innerHeight"
    )
    assert page.title().startswith("Error:")


@pytest.mark.parametrize("name", chosen(sorted(SHOWN), FULLEST))
def test_a_hit_fresh_at_400_per_cent_with_errors_and_saved(hit, shoot, name):
    page = hit(name)
    check(page)
    at_400_per_cent(page, shoot, name)
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#error-summary")).to_be_focused()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    check(page)
    what_is_missing_is_named_and_linked(page)
    for fold in page.locator(".fold:not([open]) > summary").all():
        fold.click()
    for key, value in FILLED.get(name, {}).items():
        field = page.locator(f"[name='{key}']").first
        if field.get_attribute("type") == "radio":
            page.locator(f"label:has(input[name='{key}'][value='{value}'])").click()
        else:
            field.fill(str(value))
    if name in FILLED:
        expect(page.locator("[data-save-status]")).to_contain_text("Saved ")
        check(page)


def test_a_hit_with_a_concern(hit):
    page = hit("contextual-caption-pair")
    first, second = Assignment.objects.in_work().get().shown_order
    for letter, scores in ((first, "5552"), (second, "1114")):
        for one, value in zip(
            ("context", "highlight", "consistency", "overall"), scores, strict=True
        ):
            page.locator(f"textarea[name='{letter}.{one}.reasons']").fill(
                f"{letter}: {one}", force=True
            )
            page.locator(f"input[name='{letter}.{one}'][value='{value}']").evaluate(
                "one => one.checked = true"
            )
    page.locator("textarea[name=comparison]").fill("The second.", force=True)
    page.get_by_role("button", name="Submit").click()
    expect(page.locator(".concern-summary")).to_be_visible()
    check(page)


def test_the_dialogs_of_a_hit(hit):
    page = hit("image-paragraph")
    for key in "?iz":
        page.keyboard.press(key)
        expect(page.locator("dialog[open]")).to_be_visible()
        check(page)
        page.keyboard.press("Escape")


@pytest.fixture
def special(page, live_server, log_in, moving_clip):
    """Return a function that opens a HIT page with two images, a video or marked differences."""

    def one(kind):
        owner = world.project()
        if kind == "images":
            media = {
                "before": square_picture(owner, left=300),
                "after": square_picture(owner, left=340),
            }
            batch = batch_of("looking", TWO, media=media)
        elif kind == "differences":
            batch = batch_of("differing", PAIR, texts=(ONE, OTHER))
        else:
            clip = {"video": moving_clip(owner)}
            batch = batch_of(
                "watching",
                GATED if kind == "gate" else FULL,
                media=clip,
                fields={"words": WORDS["vtt"]},
            )
        log_in(page, world.annotator())
        open_hit(page, live_server, batch)
        return page

    return one


@pytest.mark.parametrize("kind", ["images", "differences", "gate", "captions"])
def test_what_is_looked_at_closely(special, kind):
    page = special(kind)
    if kind == "differences":
        page.get_by_role("button", name="Highlight differences").click()
    check(page)
    if kind == "images":
        page.keyboard.press("z")
        for mode in "fd":
            page.keyboard.press(mode)
            check(page)


def late():
    """Return a route that delays scripts by half a second, as on a slow connection."""
    asked_at = []

    def after_a_moment(route):
        asked_at.append(time.monotonic())
        time.sleep(max(0.0, asked_at[0] + 0.5 - asked_at[-1]))
        route.continue_()

    return after_a_moment


@pytest.mark.parametrize(
    ("kind", "width"),
    [
        ("images", 1280),
        ("differences", 390),
        *(
            pytest.param(kind, width, marks=pytest.mark.long)
            for kind, width in (
                ("images", 390),
                ("gate", 390),
                ("differences", 1280),
                ("captions", 1280),
            )
        ),
    ],
)
def test_nothing_shifts_while_it_loads(special, kind, width):
    page = special(kind)
    page.set_viewport_size(SIZES[width])
    page.route("**/*.js", late())
    page.reload(wait_until="networkidle")
    shifted = page.evaluate("""() => new Promise(done => new PerformanceObserver(list =>
        done(list.getEntries().reduce((sum, one) => sum + one.value, 0))).observe({ type: 'layout-shift', buffered: true })
        || setTimeout(() => done(0), 500))""")
    assert shifted < 0.01


@pytest.mark.parametrize("address", ["/refused/", "/nowhere/", "/broken/", "/away/"])
def test_the_pages_that_say_no(page, live_server, settings, address):
    settings.ROOT_URLCONF = "tests.browser.urls"
    answer = page.goto(live_server.url + address)
    assert (
        answer.status
        == {"/refused/": 403, "/nowhere/": 404, "/broken/": 500, "/away/": 503}[address]
    )
    assert page.locator("header.bar").count() == 1
    check(page)


def test_a_form_without_its_key(page, live_server):
    page.goto(live_server.url + "/accounts/login/")
    page.evaluate("document.querySelector('[name=csrfmiddlewaretoken]').remove()")
    page.get_by_label("User name").fill("ann")
    page.get_by_label("Password").fill("x")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", name="The form could not be sent")).to_be_visible()
    check(page)


def test_the_preview_and_the_report(page, live_server, log_in):
    """The other pages of researchers are tested in `test_every_desk_page.py`."""
    owner = world.project()
    batch = world.live_batch(owner)
    empty = world.draft_batch(owner, world.dataset(owner, items=0))
    world.rate(world.annotator(), batch)
    log_in(page, world.researcher(owner))
    # The report's page loads itself again when it hears that the report is computed: it never does.
    page.route("**/progress/", lambda _route: None)
    for path in (f"{batch.pk}/preview/", f"{empty.pk}/preview/", f"{batch.pk}/report/"):
        page.goto(f"{live_server.url}/batches/{path}")
        check(page)


FOCUS = """() => {
    const one = document.activeElement, box = one.getBoundingClientRect();
    const x = Math.min(Math.max(box.x + box.width / 2, 1), innerWidth - 1), y = box.y + Math.min(box.height / 2, innerHeight / 2);
    const hit = document.elementFromPoint(x, y), label = one.closest('label');
    return {
        name: `${one.tagName} ${one.name || one.id || one.textContent.trim().slice(0, 30)}`,
        inside: y > 0 && y < innerHeight,
        seen: !!hit && (one.contains(hit) || hit.contains(one) && !hit.closest('a, figure, video') || label?.contains(hit) || false),
        over: hit && `${hit.tagName}.${hit.className}`,
    };
}"""


def walk(page) -> list[str]:
    """Tab through the page and back. Return the focused controls that are out of view or
    covered."""
    wrong, names = [], []
    for key in ("Tab", "Shift+Tab"):
        for _step in range(200):
            page.keyboard.press(key)
            if page.evaluate("document.activeElement === document.body"):
                break
            page.wait_for_timeout(20)
            at = page.evaluate(FOCUS)
            names.append(at["name"])
            if not (at["inside"] and at["seen"]):
                wrong.append(
                    f"{key} {at['name']}: under {at['over']}, {'inside' if at['inside'] else 'out of view'}"
                )
    assert len(names) > 20
    return wrong


FOCUSED = {
    (390, 844): {"contextual-caption-pair"},
    (390, 600): set(),
    (320, 256): set(),
    (1280, 720): set(),
}


@pytest.mark.parametrize(
    ("size", "name"),
    [
        pytest.param(size, name, marks=[] if name in FOCUSED[size] else [pytest.mark.long])
        for size in FOCUSED
        for name in ("image-paragraph", "contextual-caption-pair", "video-caption", "key-points")
    ],
)
def test_what_has_the_focus_is_never_hidden(hit, name, size):
    page = hit(name)
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.get_by_role("button", name="Submit").click()  # with errors, so that every section is open
    expect(page.locator("#error-summary")).to_be_focused()
    assert walk(page) == []


def test_nothing_moves_where_motion_is_unwelcome(hit):
    page = hit("image-paragraph")
    moving = "getComputedStyle(document.documentElement).scrollBehavior"
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(moving) == "smooth"
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(moving) == "auto"
    assert page.evaluate("document.getAnimations().length") == 0
