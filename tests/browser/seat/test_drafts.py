"""Tests that no answer is lost if the network fails, the server stops, or a second tab or device is
used."""

import re
from datetime import timedelta
from urllib.parse import quote
from zoneinfo import ZoneInfo

import pytest
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.db.models import F
from django.test.testcases import LiveServerThread
from playwright.sync_api import expect

from hits.models import Answer, Assignment, Draft, DraftVersion
from stimuli.models import ItemMedium
from tests import world
from tests.browser.network import cut_off, reconnect
from tests.browser.seat.test_annotator import choose, wait_for_draft
from tests.browser.test_accessibility import check
from tests.conftest import DESKTOP, PATIENCE, PHONE
from tests.supervised import free_port

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
SAVED = re.compile(r"Saved \d\d:\d\d:\d\d$")
KEPT = "Saved in this browser only. Trying the server again."
DRAFTS = "**/draft/"
SILENT = """for (const name of ['pagehide', 'visibilitychange'])
    addEventListener(name, event => event.stopImmediatePropagation(), true)"""
COPIES = "() => Object.keys(localStorage).filter(one => one.startsWith('rateroom-draft:')).length"


@pytest.fixture
def claimed(stored_picture):
    owner = world.project()
    data = world.dataset(owner, items=2, systems=("Heron",))
    ItemMedium.objects.filter(item__dataset=data).update(medium=stored_picture(owner))
    return world.claim(world.annotator(), world.live_batch(owner, data))


@pytest.fixture
def seat(open_page, live_server, client):
    """A function that opens a person's HIT in a new browser: `seat(claimed)`. `seat(claimed, page)`
    opens it in that page."""

    def one(claimed, page=None, *, url=live_server.url, device=DESKTOP, farewell=True, **options):
        page = page or open_page(device, **options)
        if not farewell:  # Chromium lets the last request of a page that goes slip through the cut
            page.add_init_script(SILENT)
        sit_down(page, client, claimed, url)
        return page

    return one


def sit_down(page, client, claimed, url):
    client.force_login(claimed.annotator)
    page.context.add_cookies(
        [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": url}]
    )
    page.goto(f"{url}{world.hit_path(claimed)}")


def another_tab(page):
    other = page.context.new_page()
    other.set_default_timeout(PATIENCE)
    other.goto(page.url)
    return other


def reload_fails(page, error="ERR_INTERNET_DISCONNECTED"):
    with pytest.raises(Exception, match=error):
        page.reload()
    expect(page.locator("#answers")).to_have_count(
        0
    )  # the page itself is gone, not only about to go


def status(page):
    return page.locator("[data-save-status]")


def feedback(page):
    return page.get_by_label("Feedback")


def mark(page, key, value):
    page.locator(f"label:has(input[name={key}][value='{value}'])").click()


def shown(page) -> dict:
    return page.evaluate(
        """() => Object.fromEntries([...new FormData(document.getElementById('answers'))]
            .filter(([name, value]) => value && name !== 'csrfmiddlewaretoken'))"""
    )


def versions() -> list[dict]:
    return list(DraftVersion.objects.order_by("-revision").values_list("data", flat=True))


def test_cut_off_it_is_kept_here_and_a_reload_brings_it_all_back(seat, claimed, shoot, site):
    page = seat(claimed, url=site.url)
    site.kill()  # emulated, being offline lets requests through while a page is exchanged
    mark(page, "syntax", 3)
    feedback(page).fill("Written on a train.")
    expect(status(page)).to_have_text(KEPT)
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    expect(status(page)).to_be_in_viewport()  # wherever on the page the annotator is
    shoot(page, "draft-offline")
    reload_fails(page, "ERR_CONNECTION_REFUSED")
    assert Draft.objects.count() == 0
    site.start()
    page.goto(f"{site.url}{world.hit_path(claimed)}")
    expect(status(page)).to_have_text(
        re.compile(r"^Continuing with the answers from \d\d:\d\d:\d\d\. Saved ")
    )
    data = {"syntax": "3", "feedback": "Written on a train."}
    assert shown(page) == data
    assert wait_for_draft(data).revision == 1
    assert page.evaluate(COPIES) == 0


def test_when_the_network_returns_the_answers_are_sent_by_themselves(seat, claimed):
    page = seat(claimed)
    page.context.set_offline(True)
    feedback(page).press_sequentially("One two")
    expect(status(page)).to_have_text(KEPT)
    check(page)
    feedback(page).press_sequentially(" three")
    page.context.set_offline(False)
    expect(status(page)).to_have_text(SAVED)
    assert wait_for_draft({"feedback": "One two three"}).revision == 1
    assert page.evaluate(COPIES) == 0


def test_a_page_that_comes_back_before_the_server_does_shows_and_keeps_it(seat, claimed):
    page = seat(claimed, farewell=False)
    page.route(DRAFTS, lambda route: route.abort("connectionrefused"))
    feedback(page).fill("Still here")
    expect(status(page)).to_have_text(KEPT)
    address = page.url
    page.close()
    reopened = page.context.new_page()
    reopened.route(DRAFTS, lambda route: route.abort("connectionrefused"))
    reopened.goto(address)
    assert shown(reopened) == {"feedback": "Still here"}
    expect(status(reopened)).to_have_text(KEPT)
    reopened.unroute(DRAFTS)
    expect(status(reopened)).to_have_text(re.compile("^Continuing with the answers from .* Saved "))
    assert wait_for_draft({"feedback": "Still here"}).revision == 1


def test_a_reply_that_is_lost_saves_once_and_does_not_make_the_tab_stale(seat, claimed):
    page, lost = seat(claimed), []

    def lose(route):
        lost.append(route.fetch().status)
        route.abort()

    page.route(DRAFTS, lose, times=1)
    feedback(page).fill("Once")
    expect(status(page)).to_have_text(KEPT)
    expect(status(page)).to_have_text(SAVED)
    assert lost == [200]
    assert wait_for_draft({"feedback": "Once"}).revision == 1
    page.route(DRAFTS, lose, times=1)
    feedback(page).fill("Once more")
    expect(status(page)).to_have_text(KEPT)
    feedback(page).fill("Once more, and on")
    expect(status(page)).to_have_text(SAVED)
    assert wait_for_draft({"feedback": "Once more, and on"}).revision == 3
    assert page.locator("dialog[open]").count() == 0


def test_a_reload_after_a_lost_reply_asks_nothing(seat, claimed):
    page = seat(claimed)
    page.route(DRAFTS, lambda route: (route.fetch(), route.abort()))
    feedback(page).fill("Arrived")
    expect(status(page)).to_have_text(KEPT)
    page.unroute(DRAFTS)
    page.reload()
    expect(status(page)).to_have_text(
        re.compile(r"^Continuing with the answers from \d\d:\d\d:\d\d\.$")
    )
    assert (shown(page), page.evaluate(COPIES)) == ({"feedback": "Arrived"}, 0)
    assert Draft.objects.get().revision == 1


def test_a_stale_tab_is_told_and_loads_the_newer_answers(seat, claimed, shoot):
    page = seat(claimed)
    other = another_tab(page)
    mark(page, "syntax", 2)
    expect(status(page)).to_have_text(SAVED)
    mark(other, "coverage", 1)
    box = other.get_by_role("dialog", name="Which answers do you want to continue with?")
    expect(box).to_be_visible()
    assert Draft.objects.get().data == {"syntax": "2"}
    shoot(other, "draft-stale")
    other.keyboard.press("Escape")
    expect(box).to_be_visible()  # there is nothing to go on with until one is chosen
    check(other)
    box.get_by_role("button", name="Load the newer answers").click()
    expect(status(other)).to_have_text(
        re.compile(r"^Continuing with the answers from \d\d:\d\d:\d\d\. Saved ")
    )
    assert shown(other) == {"syntax": "2"} == wait_for_draft({"syntax": "2"}).data
    assert versions() == [{"coverage": "1"}]
    mark(other, "coverage", 3)
    expect(status(other)).to_have_text(SAVED)
    assert wait_for_draft({"syntax": "2", "coverage": "3"}).revision == 4


def test_a_stale_tab_may_go_on_with_its_own_answers(seat, claimed):
    page = seat(claimed)
    other = another_tab(page)
    feedback(page).fill("Theirs")
    expect(status(page)).to_have_text(SAVED)
    feedback(other).fill("Mine")
    other.get_by_role("button", name="Continue with this browser’s answers").click()
    expect(status(other)).to_have_text(SAVED)
    assert wait_for_draft({"feedback": "Mine"}).revision == 2
    assert versions() == [{"feedback": "Theirs"}]


def test_another_device_continues_and_the_first_one_catches_up(seat, claimed, shoot):
    page = seat(claimed, timezone_id="Asia/Kolkata")
    feedback(page).fill("Begun at the desk")
    expect(status(page)).to_have_text(SAVED)
    at = Draft.objects.get().saved_at
    expect(status(page)).to_have_text(
        at.astimezone(ZoneInfo("Asia/Kolkata")).strftime("Saved %H:%M:%S")
    )
    phone = seat(claimed, device=PHONE, timezone_id="America/Lima")
    there = at.astimezone(ZoneInfo("America/Lima"))
    expect(status(phone)).to_have_text(
        re.compile(there.strftime(r"^Continuing with the answers from .*%H:%M:%S\.$"))
    )
    shoot(phone, "draft-continued")
    feedback(phone).fill("Begun at the desk, done on the sofa")
    expect(status(phone)).to_have_text(SAVED)
    page.evaluate(
        "document.dispatchEvent(new Event('visibilitychange'))"
    )  # as when the annotator comes back to it
    expect(feedback(page)).to_have_value("Begun at the desk, done on the sofa")
    expect(status(page)).to_have_text(re.compile("^Continuing with the answers from "))
    assert page.locator("dialog[open]").count() == 0


def test_what_was_kept_offline_and_what_another_device_saved_are_both_there(seat, claimed):
    page = seat(claimed, farewell=False)
    cut_off(page)
    feedback(page).fill("Offline at the desk")
    expect(status(page)).to_have_text(KEPT)
    reload_fails(page)
    phone = seat(claimed, device=PHONE)
    feedback(phone).fill("On the phone")
    expect(status(phone)).to_have_text(SAVED)
    reconnect(page)
    page.reload()
    assert shown(page) == {"feedback": "On the phone"}
    page.get_by_role("button", name="Load the newer answers").click()
    expect(status(page)).to_have_text(re.compile("Saved "))
    wait_for_draft({"feedback": "On the phone"})
    assert versions() == [{"feedback": "Offline at the desk"}]
    assert page.evaluate(COPIES) == 0
    earlier = versions_in(page)
    earlier.get_by_role("button", name="Restore").click()
    expect(feedback(page)).to_have_value("Offline at the desk")
    wait_for_draft({"feedback": "Offline at the desk"})
    assert versions() == [{"feedback": "On the phone"}, {"feedback": "Offline at the desk"}]


def versions_in(page):
    page.get_by_role("button", name="Earlier versions").click()
    return page.get_by_role("dialog", name="Earlier versions").get_by_role("listitem")


def a_minute_passes():
    Draft.objects.update(saved_at=F("saved_at") - timedelta(minutes=1))


@pytest.mark.parametrize("device", [DESKTOP, pytest.param(PHONE, marks=pytest.mark.long)])
def test_an_earlier_draft_is_restored_by_keyboard_and_that_undone(seat, claimed, shoot, device):
    page = seat(claimed, device=device, color_scheme="dark" if device is PHONE else "light")
    assert page.get_by_role("button", name="Earlier versions").count() == 0
    mark(page, "syntax", 1)
    feedback(page).fill(
        "The roof is not mentioned at all, although it fills a third of the picture, and the sun is."
    )
    expect(status(page)).to_have_text(SAVED)
    whole = shown(page)
    a_minute_passes()
    feedback(page).fill("Changed my mind")
    wait_for_draft({"syntax": "1", "feedback": "Changed my mind"})
    page.get_by_role("button", name="Earlier versions").focus()
    page.keyboard.press("Enter")
    box = page.get_by_role("dialog", name="Earlier versions")
    expect(box.get_by_role("listitem")).to_have_count(1)
    expect(box.get_by_role("listitem")).to_contain_text("Answers: 2 · Changed: 1")
    expect(box.locator("q")).to_have_text(
        "The roof is not mentioned at all, although it fills a third …"
    )
    shoot(page, f"draft-earlier-{'dark' if device is PHONE else 'light'}")
    check(page)
    page.keyboard.press("Tab")
    restore = box.get_by_role("button", name=re.compile("^Restore"))
    restore.focus()
    assert restore.bounding_box()["height"] >= 44
    page.keyboard.press("Enter")
    expect(status(page)).to_have_text(
        re.compile(r"^Continuing with the answers from .*\d\d:\d\d:\d\d\. Saved ")
    )
    assert wait_for_draft(whole).data == shown(page)
    assert versions() == [{"syntax": "1", "feedback": "Changed my mind"}, whole]
    shoot(page, f"draft-restored-{'dark' if device is PHONE else 'light'}")
    item = versions_in(page)  # the one that is shown is not among them
    expect(item).to_have_count(1)
    item.get_by_role("button").click()
    wait_for_draft({"syntax": "1", "feedback": "Changed my mind"})
    expect(feedback(page)).to_have_value("Changed my mind")


def test_the_back_button_finds_everything_also_what_was_typed_last(seat, claimed, live_server):
    page = seat(claimed)
    mark(page, "naturalness", 2)
    feedback(page).fill("Typed, and gone the same moment")
    page.goto(f"{live_server.url}/work/")
    page.go_back()
    page.wait_for_url(f"**{world.hit_path(claimed)}")
    data = {"naturalness": "2", "feedback": "Typed, and gone the same moment"}
    expect(feedback(page)).to_have_value(data["feedback"])
    assert shown(page) == data == wait_for_draft(data).data
    assert page.locator("dialog[open]").count() == 0


def test_refused_answers_are_saved_too_and_submitted_ones_leave_nothing_behind(seat, claimed):
    page = seat(claimed)
    mark(page, "syntax", 2)
    page.keyboard.press("Control+Enter")
    expect(page.locator("#error-summary")).to_be_focused()
    expect(status(page)).to_have_text(SAVED)
    wait_for_draft({"syntax": "2"})
    page.route(DRAFTS, lambda route: route.abort())
    choose(page, "11111")
    expect(status(page)).to_have_text(KEPT)
    page.get_by_role("button", name="Submit").click()
    expect(page.locator(".bar-facts")).to_contain_text("1 done")
    page.wait_for_function(f"() => ({COPIES})() === 0")
    assert (Answer.objects.count(), Draft.objects.count(), DraftVersion.objects.count()) == (
        5,
        0,
        0,
    )


def test_a_hit_that_is_over_says_so(seat, claimed):
    page = seat(claimed)
    Assignment.objects.filter(pk=claimed.pk).update(state="returned", ended_at=F("accepted_at"))
    feedback(page).fill("Too late")
    expect(status(page)).to_have_text("This HIT is no longer yours. Take the next HIT.")
    assert page.evaluate(COPIES) == 0


def test_an_annotator_who_is_logged_out_is_told_and_finds_it_again(seat, claimed):
    page = seat(claimed)
    cookies = page.context.cookies()
    page.context.clear_cookies(name="sessionid")
    feedback(page).fill("Written after the session ended")
    expect(status(page)).to_have_text(
        re.compile("^You are logged out, .* only in this browser, not on the server.$")
    )
    check(page)
    page.get_by_role("link", name="Log in").click()
    way_back = quote(world.hit_path(claimed), safe="")
    expect(page).to_have_url(re.compile(rf"/accounts/login/\?next={way_back}$"))
    page.context.add_cookies(cookies)
    page.get_by_label("User name").fill("ann")
    page.get_by_label("Password").fill(world.PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(feedback(page)).to_have_value("Written after the session ended")
    wait_for_draft({"feedback": "Written after the session ended"})


def test_a_login_in_another_tab_is_no_reason_to_stop(seat, claimed, client):
    page = seat(claimed)
    sit_down(another_tab(page), client, claimed, page.url.split("/assignments/")[0])
    page.context.clear_cookies(name="csrftoken")
    another_tab(page)  # brings another token
    feedback(page).fill("Saved with the new token")
    expect(status(page)).to_have_text(SAVED)
    wait_for_draft({"feedback": "Saved with the new token"})


def test_another_person_on_the_same_computer_never_sees_it(seat, claimed):
    page = seat(claimed, farewell=False)
    cut_off(page)
    feedback(page).fill("Ann's secret")
    expect(status(page)).to_have_text(KEPT)
    reload_fails(page)
    reconnect(page)
    theirs = world.claim(world.second_annotator(), claimed.batch)
    seat(theirs, page)
    expect(page.locator(".who")).to_have_text("ben")
    assert (shown(page), status(page).inner_text()) == ({}, "")
    assert "secret" not in page.content()
    seat(claimed, page)
    expect(feedback(page)).to_have_value("Ann's secret")


class Server(LiveServerThread):
    """A live server that can be restarted on the same port immediately."""

    def _create_server(self, connections_override=None):
        return self.server_class((self.host, self.port), None, allow_reuse_address=True)


class Site:
    """The site on its own port, where it can be stopped and started again."""

    def __init__(self):
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        self.server = None

    def start(self):
        self.server = Server("localhost", StaticFilesHandler, port=self.port)
        self.server.start()
        assert self.server.is_ready.wait(60)
        assert self.server.error is None

    def kill(self):
        """Stop the server and close its open connections."""
        self.server.terminate()


@pytest.fixture
def site():
    one = Site()
    one.start()
    yield one
    one.kill()
