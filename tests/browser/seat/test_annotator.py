"""An annotator's afternoon, in Chromium."""

import re
import time

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from hits.models import Answer, Assignment, Draft
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
    """Claim a HIT for the person who is logged in, and open it without the pages before it."""
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


def test_list_instructions_consent_and_rating_with_the_mouse(
    page, live_server, log_in, shoot, batch
):
    ann = world.annotator()
    log_in(page, ann)
    page.goto(live_server.url + "/")
    shoot(page, "home")
    page.get_by_role("link", name="View instructions").click()
    page.wait_for_url("**/batches/*/")
    shoot(page, "batch")
    start(page, live_server, batch)
    shoot(page, "hit")
    choose(page, "12321")
    page.get_by_label("Feedback").fill("Short & sweet <b>.")
    page.get_by_role("button", name="Submit").click()
    expect(page.locator(".bar-facts")).to_contain_text("1 done")
    done = Assignment.objects.get(state="submitted")
    assert answers(done) == dict(zip(SECTIONS, map(int, "12321"), strict=True)) | {
        "feedback": "Short & sweet <b>."
    }
    assert done.enrolment.consent_at is not None


def test_all_hits_with_the_keyboard_alone(page, live_server, log_in, shoot, batch):
    log_in(page, world.annotator())
    open_hit(page, live_server, batch)
    for turn in range(3):
        expect(
            page.get_by_role("button", name="Keys")
        ).to_be_visible()  # the page is ready for keys
        for digit in "13213":
            page.keyboard.press(digit)
        page.keyboard.press("Control+Enter")
        if turn < 2:
            expect(page.locator(".bar-facts")).to_contain_text(f"{turn + 1} done")
    page.wait_for_url("**/done/")
    shoot(page, "done")
    stored = [answers(one) for one in Assignment.objects.filter(state="submitted")]
    assert stored == [dict(zip(SECTIONS, map(int, "13213"), strict=True))] * 3


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
    page.get_by_label("Switch the single-letter and number keys off").check()
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


def test_double_click_reload_and_back_neither_lose_nor_double(page, live_server, log_in, batch):
    log_in(page, world.annotator())
    open_hit(page, live_server, batch)
    first = page.url
    choose(page, "11111")
    page.get_by_role("button", name="Submit").dblclick()
    expect(page.locator(".bar-facts")).to_contain_text("1 done")
    page.go_back()
    # The page that was left may lead on by itself.
    page.wait_for_load_state("networkidle")
    page.goto(first)
    page.wait_for_url("**/done/")
    page.reload()
    assert Answer.objects.count() == 5
    assert Assignment.objects.filter(state="submitted").count() == 1


def test_second_tab_gets_the_same_hit_and_one_submission_counts(
    open_page, live_server, log_in, batch
):
    page = open_page()
    log_in(page, world.annotator())
    open_hit(page, live_server, batch)
    other = page.context.new_page()
    start(other, live_server, batch)
    assert other.url == page.url
    other.route(
        "**/draft/", lambda route: route.abort()
    )  # what a tab that is behind is told: test_drafts.py
    choose(page, "11111")
    choose(other, "33333")
    page.get_by_role("button", name="Submit").click()
    expect(page.locator(".bar-facts")).to_contain_text("1 done")
    other.get_by_role("button", name="Submit").click()
    expect(other.get_by_text("These answers were not stored.")).to_be_visible()
    for key in SECTIONS:
        expect(other.locator(f"input[name={key}][value='3']")).to_be_checked()
    assert answers(Assignment.objects.get(state="submitted")) == dict.fromkeys(SECTIONS, 1)


def test_a_draft_is_saved_and_restored(page, live_server, log_in, batch):
    log_in(page, world.annotator())
    open_hit(page, live_server, batch)
    page.locator("input[name=syntax][value='3']").check()
    page.get_by_label("Feedback").fill("Half way")
    expect(page.locator("[data-save-status]")).to_have_text(re.compile(r"^Saved \d\d:\d\d:\d\d$"))
    wait_for_draft({"syntax": "3", "feedback": "Half way"})
    page.reload()
    assert page.locator("input[name=syntax]:checked").get_attribute("value") == "3"
    assert page.get_by_label("Feedback").input_value() == "Half way"


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


def test_giving_back_reopens_the_hit(page, live_server, log_in, shoot, batch):
    log_in(page, world.annotator())
    open_hit(page, live_server, batch)
    url = page.url
    page.get_by_role("button", name="Return this HIT").click()
    page.wait_for_url(f"**/batches/{batch.pk}/")
    assert Assignment.objects.unbegun().count() == 3
    page.goto(url)
    expect(page.get_by_text("HIT returned. You are not paid")).to_be_visible()
    shoot(page, "returned")


def test_an_expired_hit_says_so(page, live_server, log_in, shoot, batch):
    log_in(page, world.annotator())
    open_hit(page, live_server, batch)
    Assignment.objects.filter(state="claimed").update(
        deadline_at=timezone.now() - timezone.timedelta(hours=1)
    )
    page.reload()
    expect(page.locator("main")).to_contain_text("The time for this HIT is over.")
    shoot(page, "expired")


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
