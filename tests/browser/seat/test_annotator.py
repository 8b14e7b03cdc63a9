"""Tests of the annotator's HIT page in Chromium."""

import re
import time

import pytest
from playwright.sync_api import expect

from hits.models import Assignment, Draft
from stimuli.models import Item, ItemMedium, Output
from tests import world
from tests.conftest import DESKTOP, PATIENCE, PHONE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
SECTIONS = ["naturalness", "coherence", "word_choice", "syntax", "coverage"]


@pytest.fixture
def batch(stored_picture):
    owner = world.project()
    data = world.dataset(owner, items=3, systems=("Zebrafinch-9000",))
    Output.objects.filter(item__dataset=data).update(
        text="A red house with a dark roof stands on a green meadow. The sun is shining in a clear blue sky, "
        "a little to the right of the house. Nobody is to be seen, and the grass reaches up to the wall."
    )
    picture = stored_picture(owner)
    ItemMedium.objects.filter(item__in=Item.objects.filter(dataset=data)).update(medium=picture)
    return world.live_batch(
        owner,
        data,
        description="Five short questions about a paragraph.",
        consent_text="You may stop at any time.",
    )


def start(page, live_server, batch):
    page.goto(f"{live_server.url}/batches/{batch.pk}/")
    if page.get_by_label("I have read this and agree.").count():
        page.get_by_label("I have read this and agree.").check()
    page.get_by_role("button", name=re.compile("Start|Continue|Go on")).click()
    page.wait_for_url(re.compile(r"/assignments/\w+/"))


def open_hit(page, live_server, batch, user=None):
    """Claim a HIT for the logged-in user, and open it directly."""
    claimed = world.claim(user or world.annotator(), batch)
    page.goto(live_server.url + world.hit_path(claimed))


def choose(page, values):
    for key, value in zip(SECTIONS, values, strict=True):
        page.locator(f"input[name={key}][value='{value}']").check()


def wait_for_draft(data: dict) -> Draft:
    deadline = time.monotonic() + PATIENCE / 1000
    while (draft := Draft.objects.first()) is None or draft.data != data:
        assert time.monotonic() < deadline, f"the draft holds {draft and draft.data}"
        time.sleep(0.05)
    return draft


def answers(assignment) -> dict:
    return {one.key: one.value for one in assignment.answers.all()}


@pytest.mark.parametrize("device", [DESKTOP, PHONE])
def test_instructions_open_at_their_beginning_and_close_from_there(
    open_page, live_server, log_in, batch, device
):
    page = open_page(device)
    log_in(page, world.annotator())
    open_hit(page, live_server, batch)
    page.get_by_role("link", name="Instructions").click()
    box = page.locator("#instructions")
    expect(box.get_by_role("heading", name="Instructions")).to_be_in_viewport()
    expect(box.get_by_role("heading", name="Instructions")).to_be_focused()
    expect(box.get_by_role("button", name="Close")).to_be_in_viewport()
    assert box.evaluate("one => one.scrollHeight > one.clientHeight")


def test_digits_typed_into_the_feedback_answer_nothing(page, live_server, log_in, batch):
    log_in(page, world.annotator())
    open_hit(page, live_server, batch)
    page.get_by_label("Feedback").press_sequentially("123 zi?")
    assert page.locator("input[type=radio]:checked").count() == 0
    assert page.locator("dialog[open]").count() == 0


def test_keys_can_be_switched_off_and_stay_off(page, live_server, log_in, batch):
    log_in(page, world.annotator())
    open_hit(page, live_server, batch)
    page.keyboard.press("?")
    page.get_by_label("Turn off keyboard shortcuts").check()
    page.get_by_role("button", name="Close").first.click()
    page.reload()
    page.keyboard.press("1")
    assert page.locator("input[type=radio]:checked").count() == 0


@pytest.mark.parametrize("scripts", [True, False])
def test_missing_answers_are_summed_up_and_nothing_is_lost(
    open_page, live_server, log_in, shoot, batch, scripts
):
    page = open_page(DESKTOP, java_script_enabled=scripts)
    log_in(page, world.annotator())
    open_hit(page, live_server, batch)
    page.locator("input[name=naturalness][value='2']").check()
    page.get_by_label("Feedback").fill("Kept.")
    page.get_by_role("button", name="Submit").click()
    page.wait_for_selector("#error-summary")
    assert page.title().startswith("Error:")
    assert page.locator("#error-summary li").all_inner_texts() == [
        "Text Coherence: Choose one answer.",
        "Choice of words: Choose one answer.",
        "Syntactic Structure: Choose one answer.",
        "Scene Coverage: Choose one answer.",
    ]
    assert page.locator("input[name=naturalness]:checked").get_attribute("value") == "2"
    assert page.get_by_label("Feedback").input_value() == "Kept."
    if scripts:
        assert page.evaluate("document.activeElement.id") == "error-summary"
        shoot(page, "errors")
    choose(page, "21111")
    page.get_by_role("button", name="Submit").click()
    expect(page.locator(".bar-facts")).to_contain_text("1 done")
    expect(page.locator("#error-summary")).to_have_count(0)
    assert Assignment.objects.filter(state="submitted").count() == 1


@pytest.mark.parametrize("device", [DESKTOP, pytest.param(PHONE, marks=pytest.mark.long)])
def test_giving_back_asks_where_something_is_filled_in(
    open_page, live_server, log_in, shoot, batch, device
):
    page = open_page(device)
    log_in(page, world.annotator())
    open_hit(page, live_server, batch)
    page.get_by_label("Feedback").fill("Half a thought")
    page.get_by_role("button", name="Return this HIT").click()
    dialog = page.get_by_role("dialog", name="Return this HIT")
    expect(dialog).to_be_visible()
    shoot(page, "give-back-dialog")
    dialog.get_by_role("button", name="Continue your HIT").click()
    expect(dialog).to_be_hidden()
    assert page.get_by_label("Feedback").input_value() == "Half a thought"
    page.get_by_role("button", name="Return this HIT").click()
    dialog.get_by_role("button", name="Return this HIT").click()
    page.wait_for_url(f"**/batches/{batch.pk}/")
    assert (
        Assignment.objects.filter(
            annotator=world.annotator(), state=Assignment.State.RETURNED
        ).count()
        == 1
    )


def test_a_phone_can_do_it_all(phone, live_server, log_in, shoot, batch):
    log_in(phone, world.annotator())
    phone.goto(live_server.url + "/")
    shoot(phone, "home")
    start(phone, live_server, batch)
    shoot(phone, "hit")
    sizes = phone.locator("label.option").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().height)"
    )
    assert min(sizes) >= 44
    for key in SECTIONS:
        phone.locator(f"label.option:has(input[name={key}][value='1'])").tap()
    assert (
        phone.locator(".block-image").evaluate("one => one.getBoundingClientRect().top") >= 0
    )  # in view while rating
    phone.get_by_role("button", name="Submit").tap()
    expect(phone.locator(".bar-facts")).to_contain_text("1 done")
    assert Assignment.objects.filter(state="submitted").count() == 1


def test_nothing_sent_to_an_annotator_names_a_system(page, live_server, log_in, batch, client):
    sent = []
    page.on("response", lambda response: sent.append(f"{response.url} {response.headers}"))
    log_in(page, world.annotator())
    open_hit(page, live_server, batch)
    client.force_login(world.annotator())
    path = page.url.removeprefix(live_server.url)
    addresses = ["/", f"/batches/{batch.pk}/", path, f"/batches/{batch.pk}/done/"]
    sent += [client.get(address).content.decode() for address in addresses] + [
        client.post(path).content.decode()
    ]
    choose(page, "11111")
    page.get_by_role("button", name="Submit").click()
    expect(page.locator(".bar-facts")).to_contain_text("1 done")
    assert (
        sum("A red house" in text for text in sent) == 2
    )  # the HIT page, and the page with its errors
    assert [text for text in sent if "zebrafinch" in text.lower()] == []
