"""Tests of submitting in Chromium: one request brings the next HIT, and failures neither lose nor
duplicate answers."""

import re
import time
from collections import Counter

import pytest
from playwright.sync_api import expect

from hits.models import Answer, Assignment
from hits.queue.releasing import return_assignment
from stimuli.models import Item, ItemMedium
from stimuli.shown import media_of_hit
from tests import world
from tests.browser.network import cut_off, reconnect
from tests.browser.studies import square_picture
from tests.browser.test_accessibility import check
from tests.conftest import DESKTOP, PATIENCE, PHONE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
SECTIONS = ["naturalness", "coherence", "word_choice", "syntax", "coverage"]
AWAY = re.compile("Not sent yet. Your answers are saved in this browser")


@pytest.fixture
def batch():
    """A batch of four HITs, each with its own picture."""
    owner = world.project()
    data = world.dataset(owner, items=4, systems=("Heron",))
    for number, item in enumerate(Item.objects.filter(dataset=data).order_by("pk")):
        picture = square_picture(owner, left=100 * (number + 1))
        ItemMedium.objects.filter(item=item).update(medium=picture)
    return world.live_batch(owner, data)


@pytest.fixture
def rate(live_server, log_in, batch):
    """A function that logs in a user and opens their HIT: `rate(page, user)`."""

    def one(page, user):
        log_in(page, user)
        open_hit(page, user)

    def open_hit(page, user):
        page.goto(f"{live_server.url}{world.hit_path(world.claim(user, batch))}")

    one.open_hit = open_hit
    return one


def fill(page, digit="1"):
    for key in SECTIONS:
        page.locator(f"input[name={key}][value='{digit}']").check()


def asked(page) -> list[str]:
    """Return a list that collects the page's requests from now on: method and kind of address."""
    found: list[str] = []
    page.on("request", lambda request: found.append(f"{request.method} {shape(request.url)}"))
    return found


def shape(url: str) -> str:
    return re.sub(r"(?<=assignments/)\w+|[0-9a-f]{64}|[0-9a-f]{32}|\d+", "N", url.split("/", 3)[3])


def saved_answers() -> dict[int, int]:
    """Return the number of answers of each submitted HIT."""
    assert Assignment.objects.filter(state="submitted").count() == len(
        set(Answer.objects.values_list("assignment_id"))
    )
    return dict(Counter(Answer.objects.values_list("assignment_id", flat=True)))


def kept(page) -> list[str]:
    return page.evaluate(
        "Object.keys(localStorage).filter((key) => key.startsWith('rateroom-unsent:'))"
    )


def patiently(holds):
    """Wait for `holds()`. The page's policy forbids Playwright's own wait."""
    until = time.monotonic() + PATIENCE / 1000
    while not holds() and time.monotonic() < until:
        time.sleep(0.1)


def wait_for_nothing_kept(page):
    patiently(lambda: not kept(page))
    assert kept(page) == []


@pytest.mark.parametrize(
    "device",
    [pytest.param(DESKTOP, id="desk"), pytest.param(PHONE, id="phone", marks=pytest.mark.long)],
)
def test_after_ctrl_enter_the_next_hit_is_there_with_no_further_request(
    open_page, log_in, rate, shoot, device
):
    page, ann = open_page(device), world.annotator()
    log_in(page, ann)
    with page.expect_response(re.compile("/prefetch/$")):
        rate.open_hit(page, ann)
    following = Assignment.objects.get(prefetched=True)
    (shown,) = media_of_hit(following.hit.item_id, (), viewer=ann.pk).every()
    picture = shown.url
    # It is here before it is asked for.
    page.wait_for_function(
        "(end) => performance.getEntriesByType('resource').some((one) => one.name.endsWith(end) && one.responseEnd)",
        arg=picture,
    )
    fill(page, "2")
    requests = asked(page)
    page.evaluate("window.before = document.body")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".bar-facts")).to_contain_text(re.compile(r"1 done\s*· \$0.05"))
    assert page.url.endswith(world.hit_path(following))
    assert page.locator("[data-zoom-open] img").get_attribute("src") == picture
    assert page.evaluate("document.querySelector('[data-zoom-open] img').complete")
    assert [
        one for one in requests if not re.search("draft/$|prefetch/$|media/N/N.png$|svg$", one)
    ] == ["POST assignments/N/"]
    assert page.evaluate(
        "[window.before === document.body, document.activeElement.tagName, scrollY]"
    ) == [False, "H1", 0]
    expect(page.locator("#sending [role=status]")).to_have_text("Your saved answers were sent.")
    assert page.locator("input[type=radio]:checked").count() == 0
    shoot(page, "next-hit")
    following.refresh_from_db()
    assert (following.prefetched, following.state) == (False, "claimed")
    assert len(saved_answers()) == 1


def test_keys_and_drafts_work_once_on_each_page_that_is_put_in(page, rate):
    rate(page, world.annotator())
    for turn in range(3):
        for digit in "13213":
            page.keyboard.press(digit)
        page.keyboard.press("Control+Enter")
        expect(page.locator(".bar-facts")).to_contain_text(f"{turn + 1} done")
    page.keyboard.press("i")
    expect(page.locator("dialog[open]")).to_have_count(1)
    page.keyboard.press("Escape")
    page.keyboard.press("2")
    assert page.locator("input[type=radio]:checked").count() == 1
    expect(page.locator("[data-save-status]")).to_have_text(re.compile("^Saved"))
    for digit in "3213":
        page.keyboard.press(digit)
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/done/")
    assert sorted(saved_answers().values()) == [5] * 4


def test_a_double_click_and_ctrl_enter_twice_send_once(page, rate):
    rate(page, world.annotator())
    fill(page)
    requests = asked(page)
    page.get_by_role("button", name="Submit").dblclick()
    expect(page.locator(".bar-facts")).to_contain_text("1 done")
    fill(page)
    page.evaluate(
        """() => { const form = document.getElementById("answers"); form.requestSubmit(); form.requestSubmit(); }"""
    )
    expect(page.locator(".bar-facts")).to_contain_text("2 done")
    assert requests.count("POST assignments/N/") == 2
    assert sorted(saved_answers().values()) == [5, 5]


def test_back_leads_to_where_the_answers_are_said_to_be_safe(page, rate):
    rate(page, world.annotator())
    fill(page)
    page.keyboard.press("Control+Enter")
    expect(page.locator(".bar-facts")).to_contain_text("1 done")
    page.go_back()
    page.wait_for_url("**/done/")
    expect(page.locator("main")).to_contain_text("You have already submitted this HIT.")


def test_offline_the_answers_wait_and_are_sent_once_when_the_network_returns(page, rate, shoot):
    rate(page, world.annotator())
    fill(page)
    page.context.set_offline(True)
    page.keyboard.press("Control+Enter")
    expect(page.locator("#sending [role=status]")).to_have_text(AWAY)
    shoot(page, "offline")
    check(page)
    assert (len(kept(page)), Answer.objects.count()) == (1, 0)
    page.locator("input[name=coverage][value='3']").check()  # meant as well
    page.context.set_offline(False)
    expect(page.locator(".bar-facts")).to_contain_text("1 done")
    assert kept(page) == []
    assert list(saved_answers().values()) == [5]
    assert Answer.objects.get(key="coverage").number == 3


def wait_until_stored():
    """Wait for the answers, sent once by either this page or the next one."""
    patiently(lambda: Answer.objects.count() >= len(SECTIONS))
    assert list(saved_answers().values()) == [5]


def test_offline_then_a_reload_or_another_page_sends_them_once(page, rate, live_server):
    ann = world.annotator()
    rate(page, ann)
    fill(page, "3")
    page.route(
        "**/assignments/*/",
        lambda route: route.abort() if route.request.method == "POST" else route.continue_(),
    )
    page.keyboard.press("Control+Enter")
    expect(page.locator("#sending [role=status]")).to_have_text(AWAY)
    page.unroute("**/assignments/*/")
    page.reload()
    wait_until_stored()
    rate.open_hit(page, ann)
    expect(page.locator(".bar-facts")).to_contain_text("1 done")
    wait_for_nothing_kept(page)
    fill(page, "2")
    cut_off(page)
    page.keyboard.press("Control+Enter")
    expect(page.locator("#sending [role=status]")).to_have_text(AWAY)
    page.close(run_before_unload=False)
    page = page.context.new_page()
    reconnect(page)
    page.goto(live_server.url + "/")
    expect(page.locator("#sending [role=status]")).to_have_text("Your saved answers were sent.")
    assert kept(page) == []
    assert list(saved_answers().values()) == [5, 5]
    # Nothing new was begun behind the person's back.
    assert Assignment.objects.in_work().count() == 0


def test_a_lost_acknowledgement_stores_once(page, rate):
    rate(page, world.annotator())
    fill(page)
    wire = "**/assignments/*/"

    def swallow(route):
        if route.request.method != "POST":
            route.continue_()
            return
        route.fetch()  # the server has taken it …
        route.abort()  # … and the browser never hears of it
        page.unroute(wire)

    page.route(wire, swallow)
    requests = asked(page)
    page.keyboard.press("Control+Enter")
    expect(page.locator("#sending [role=status]")).to_have_text(AWAY)
    assert list(saved_answers().values()) == [5]
    expect(page.locator(".bar-facts")).to_contain_text("1 done")
    assert requests.count("POST assignments/N/") == 2
    assert list(saved_answers().values()) == [5]
    assert kept(page) == []


def test_a_reload_in_the_middle_of_sending_loses_nothing(page, rate, live_server):
    rate(page, world.annotator())
    fill(page)
    page.route(
        "**/assignments/*/",
        lambda route: None if route.request.method == "POST" else route.continue_(),
    )
    page.keyboard.press("Control+Enter")
    expect(page.locator("#sending [role=status]")).to_have_text("Sending …")
    page.unroute_all(behavior="ignoreErrors")
    page.reload()
    wait_until_stored()
    page.goto(live_server.url + "/")
    wait_for_nothing_kept(page)  # when the reload left before the reply, this page asks once more
    assert list(saved_answers().values()) == [5]


def test_a_server_that_is_down_is_waited_for(page, rate):
    rate(page, world.annotator())
    fill(page)
    wire, statuses, given = "**/assignments/*/", (502, 503, 504), []

    def be_away(route):
        given.append(statuses[len(given) % len(statuses)])
        route.fulfill(status=given[-1], body="<h1>Away</h1>")

    page.route(wire, be_away)
    page.keyboard.press("Control+Enter")
    for number, _status in enumerate(statuses, 1):
        # A question to the page, in which Playwright calls the route.
        patiently(lambda number=number: kept(page) and len(given) >= number)
        expect(page.locator("#sending [role=status]")).to_have_text(AWAY)
        assert len(kept(page)) == 1
    assert given[:3] == list(statuses)
    page.unroute(wire)
    expect(page.locator(".bar-facts")).to_contain_text("1 done")
    assert list(saved_answers().values()) == [5]


def test_a_session_that_ended_is_said_and_after_the_login_they_are_sent(
    page, rate, shoot, live_server
):
    rate(page, world.annotator())
    where = page.url.removeprefix(live_server.url)
    fill(page)
    page.context.clear_cookies()
    page.keyboard.press("Control+Enter")
    expect(page.locator("#sending [role=status]")).to_contain_text("Log in with the same account")
    shoot(page, "logged-out")
    check(page)
    page.locator("#sending").get_by_role("link", name="Log in").click()
    page.get_by_label("User name").fill("ann")
    page.get_by_label("Password").fill(world.PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.locator(".bar-facts")).to_contain_text("1 done")
    assert where not in page.url
    assert list(saved_answers().values()) == [5]


def test_another_person_at_the_same_browser_does_not_send_them(page, rate, log_in, live_server):
    ann, ben = world.annotator(), world.second_annotator()
    rate(page, ann)
    fill(page)
    page.context.set_offline(True)
    page.keyboard.press("Control+Enter")
    expect(page.locator("#sending [role=status]")).to_have_text(AWAY)
    page.context.clear_cookies()
    page.context.set_offline(False)  # the page of the first is still open, without a session
    expect(page.locator("#sending [role=status]")).to_contain_text("Log in with the same account")
    requests = asked(page)
    rate(page, ben)
    with page.expect_response(re.compile("/prefetch/$")):
        page.reload()
    assert [one for one in requests if one == "POST assignments/N/"] == []
    assert (Answer.objects.count(), len(kept(page))) == (0, 1)
    fill(page, "2")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".bar-facts")).to_contain_text("1 done")
    assert Assignment.objects.get(state="submitted").annotator == ben
    page.context.clear_cookies()
    log_in(page, ann)
    page.goto(live_server.url + "/")
    expect(page.locator("#sending [role=status]")).to_have_text("Your saved answers were sent.")
    assert {one.annotator for one in Assignment.objects.filter(state="submitted")} == {ann, ben}


def test_answers_whose_assignment_is_lost_stay_readable_until_they_are_discarded(
    page, rate, shoot, live_server
):
    ann = world.annotator()
    rate(page, ann)
    fill(page, "3")
    page.get_by_label("Feedback").fill("Worth <b>keeping</b>.")
    return_assignment(annotator=ann, assignment_id=Assignment.objects.in_work().get().pk)
    page.get_by_role("button", name="Submit").click()
    card = page.locator("#sending .message")
    expect(card).to_contain_text("This HIT is no longer yours.")
    page.goto(live_server.url + "/")
    card.locator("summary", has_text="Your answers").click()
    expect(card.locator("dd")).to_have_text([re.compile("^3 ")] * 5 + ["Worth <b>keeping</b>."])
    shoot(page, "lost")
    check(page)
    card.get_by_role("button", name="Discard these answers").click()
    expect(card).to_have_count(0)
    page.reload()
    assert (kept(page), Answer.objects.count()) == ([], 0)


def test_a_page_with_other_linked_media_is_navigated_to(page, rate, batch):
    """The next page's policy allows other origins, so the current page could not show its media."""
    ann = world.annotator()
    rate(page, ann)
    fill(page)
    page.evaluate(
        "document.querySelector('[data-origins]').dataset.origins = 'https://elsewhere.example'"
    )
    page.evaluate("window.same = true")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".bar-facts")).to_contain_text("1 done")
    assert page.evaluate("window.same") is None
    assert Assignment.objects.filter(batch=batch, state="submitted").count() == 1
