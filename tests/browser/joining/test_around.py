"""Tests of joining by a link on a phone: consent, questionnaires, a second attempt, and a HIT."""

import pytest
from playwright.sync_api import expect

from people.models import User
from recruiting.around.models import ConsentDecision, PageAnswer, PageVisit
from recruiting.links.making import LinkTerms, make_link
from tests import world
from tests.browser.joining.walking import Walk
from tests.browser.seat.test_annotator import SECTIONS, choose
from tests.browser.test_accessibility import problems
from tests.conftest import PHONE
from tests.quality.study import draft
from tests.recruiting.test_around import ALL, attach, batch_with

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.browser,
    pytest.mark.usefixtures("no_tries_counted"),
]


def test_a_stranger_is_led_through_all_pages_on_a_phone(open_page, live_server):
    batch = batch_with(*ALL, audience="link", completion="drawn")
    terms = LinkTerms(uses=1, cap=1)
    _link, token = make_link(batch=batch, key="k", by=world.researcher(batch.project), terms=terms)
    phone = open_page(PHONE)
    phone.goto(f"{live_server.url}/join/{token}/")
    expect(phone.get_by_role("heading", name="Your consent")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    assert problems(phone) == []
    assert User.objects.filter(is_guest=True).count() == 0
    phone.get_by_role("button", name="I agree").click()

    phone.get_by_label("25 to 34").check()
    assert problems(phone) == []
    phone.get_by_role("button", name="Continue").click()
    phone.get_by_role("button", name="Start").click()

    phone.get_by_label("How long it is").check()
    phone.get_by_label("I look again, then choose what fits best").check()
    phone.get_by_role("button", name="Continue").click()
    summary = phone.get_by_role("alert")
    expect(summary).to_contain_text("One answer is wrong")
    expect(summary).to_be_focused()
    assert problems(phone) == []
    phone.get_by_label("What is written, as it stands").check()
    phone.get_by_role("button", name="Continue").click()

    choose(phone, "11111")
    phone.get_by_role("button", name="Submit").click()
    expect(phone.get_by_text("Your completion code")).to_have_count(0)
    phone.get_by_role("link", name="Finish this batch and go to the final questions").click()
    phone.get_by_label("Is there anything that we should know?").fill("All clear.")
    assert problems(phone) == []
    phone.get_by_role("button", name="Finish").click()
    expect(phone.get_by_role("heading", name="Your completion code")).to_be_visible()

    assert ConsentDecision.objects.get().decision == "agreed"
    assert list(PageVisit.objects.order_by("pk").values_list("tries", "wrong")) == [
        (1, []),
        (2, ["judged"]),
        (1, []),
    ]
    assert PageAnswer.objects.get(text__gt="").text == "All clear."


def test_training_begins_after_four_screens_and_350_words(open_page, live_server, shoot):
    batch = draft(training=1, test=1, audience="link", title="Rate moths")
    attach(batch, *ALL)
    batch = world.publish(batch)
    terms = LinkTerms(uses=5, cap=3)
    _link, token = make_link(batch=batch, key="k", by=world.researcher(batch.project), terms=terms)
    phone = open_page(PHONE)
    phone.goto(f"{live_server.url}/join/{token}/")
    walk = Walk(phone)
    look(shoot, phone, "walk-first")
    expect(phone.get_by_text("in total")).to_have_count(2)
    walk.press("I agree")
    walk.tap(phone.get_by_label("25 to 34"))
    walk.press("Continue")
    look(shoot, phone, "walk-batch")
    walk.press("Start")
    walk.tap(phone.get_by_label("What is written, as it stands"))
    walk.tap(phone.get_by_label("I look again, then choose what fits best"))
    walk.press("Continue")
    expect(phone.get_by_text("Training 1 of 1").first).to_be_visible()

    assert len(walk.words) <= 4
    assert walk.total <= 350, str(walk)
    answer_all(walk)
    walk.press("Continue")
    walk.press("Start")
    answer_all(walk)
    walk.press("Continue")
    expect(phone.get_by_role("button", name="Take a break")).to_be_visible()

    assert len(walk.words) <= 9, str(walk)
    expect(phone.get_by_role("link", name="Get personal link")).to_have_count(0)
    answer_all(walk)
    expect(phone.get_by_text("1 done")).to_be_visible()
    look(shoot, phone, "walk-link")
    assert problems(phone) == []
    phone.get_by_role("link", name="Get personal link").click()
    expect(phone.locator("#own-link")).to_be_visible()


def look(shoot, page, name):
    """Save the page's pictures in both schemes and sizes."""
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": 844})
            shoot(page, f"{name}-{scheme}")


def answer_all(walk):
    for key in SECTIONS:
        walk.tap(walk.page.locator(f"input[name={key}][value='1']"))
    walk.screen()
    walk.tap(walk.page.get_by_role("button", name="Submit"))


def test_what_is_filled_in_outlasts_a_reload_and_a_lost_network(open_page, live_server, log_in):
    batch = batch_with("about", "comprehension")
    phone = open_page(PHONE, alone=True)
    log_in(phone, world.annotator())
    phone.goto(f"{live_server.url}/batches/{batch.pk}/")
    phone.get_by_role("button", name="Start").click()
    phone.get_by_label("25 to 34").check()
    phone.reload()
    expect(phone.get_by_label("25 to 34")).to_be_checked()
    _send_offline(phone)
    page = phone.url
    phone.goto("about:blank")  # closed before it was sent
    phone.context.set_offline(False)
    phone.goto(f"{live_server.url}/")
    phone.goto(page)
    expect(phone.get_by_label("25 to 34")).to_be_checked()
    _send_offline(phone)
    phone.context.set_offline(False)
    expect(phone.get_by_role("heading", name="Before you begin")).to_be_visible()
    assert PageAnswer.objects.get().number == 2
    assert phone.evaluate("Object.values(localStorage).join()").count("age_band") == 0


def _send_offline(phone):
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Continue").click()
    expect(phone.get_by_text("Not sent yet.")).to_be_visible()
    assert PageAnswer.objects.count() == 0
