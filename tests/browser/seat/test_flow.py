"""Tests of the way through a batch and of every way out, with the texts on work and pay."""

import re
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from hits.batches.publishing import close_batch
from hits.models import Assignment, Draft, Enrolment
from hits.queue.releasing import expire
from hits.review.decisions import reject_assignments
from stimuli.models import Item, ItemMedium, Output
from tests import world
from tests.browser.seat.test_annotator import choose, open_hit, start, wait_for_draft
from tests.browser.test_accessibility import check
from tests.conftest import DESKTOP, PHONE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
KEPT = "Your submitted HITs are saved and your pay is not affected."


@pytest.fixture
def study(stored_picture):
    """A function that returns a live batch of `items` HITs."""

    def one(*, items: int = 3, **terms):
        owner = world.project()
        data = world.dataset(owner, items=items, systems=("Heron",))
        Output.objects.filter(item__dataset=data).update(
            text="A red house with a dark roof stands on a green meadow."
        )
        ItemMedium.objects.filter(item__in=Item.objects.filter(dataset=data)).update(
            medium=stored_picture(owner)
        )
        return world.live_batch(owner, data, **terms)

    return one


@pytest.fixture
def seated(page, live_server, log_in):
    """A function that opens the first HIT of a batch and returns the page."""

    def one(batch, user=None):
        log_in(page, user or world.annotator())
        open_hit(page, live_server, batch, user)
        return page

    return one


def submit(page, values="11111"):
    choose(page, values)
    page.get_by_role("button", name="Submit").click()


def over(assignment) -> None:
    """Move the deadline of a claimed HIT into the past."""
    Assignment.objects.filter(pk=assignment.pk).update(
        deadline_at=timezone.now() - timezone.timedelta(hours=1)
    )


def facts(page) -> str:
    return " ".join(page.locator("main .facts").first.inner_text().split())


def read_and_start(page, shoot) -> None:
    """Open the folded instructions on a batch's page, agree to the consent form, and start."""
    expect(page.get_by_text("Choice of words")).to_be_visible()
    expect(page.get_by_text("A bad example").first).to_be_hidden()
    shoot(page, "flow-instructions")
    page.get_by_text("View instructions").click()
    expect(page.get_by_text("A bad example").first).to_be_visible()
    button = page.get_by_role("button", name="Start")
    button.click()
    assert "/assignments/" not in page.url  # the browser asks for the tick first
    page.get_by_label("I have read this and agree.").check()
    button.click()
    page.wait_for_url(re.compile(r"/assignments/\w+/"))


@pytest.mark.parametrize("device", [DESKTOP, pytest.param(PHONE, marks=pytest.mark.long)])
def test_from_the_list_to_the_code(open_page, live_server, log_in, shoot, study, device):
    study(
        break_after=2,
        completion="drawn",
        completion_url="https://panel.example/done?cc={code}",
        consent_text="You may stop at any time.",
        description="Five short questions about a paragraph.",
    )
    page = open_page(device, permissions=["clipboard-read", "clipboard-write"])
    log_in(page, world.annotator())
    page.goto(live_server.url + "/")
    assert facts(page) == (
        "Reward $0.05 per HIT Takes about 60 s $3.00 per hour Time limit 30 min HITs "
        "left 3 $0.15 in total"
    )
    shoot(page, "flow-list")
    page.get_by_role("link", name="View instructions").click()
    read_and_start(page, shoot)
    enrolment = Enrolment.objects.get()
    assert None not in (enrolment.consent_at, enrolment.instructions_at)
    page.get_by_role("link", name="Instructions").click()
    expect(page.locator("#instructions").get_by_text("A bad example").first).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("i")
    expect(page.locator("#instructions")).to_be_visible()
    page.keyboard.press("Escape")
    submit(page)
    expect(page.locator(".bar-facts")).to_contain_text(re.compile(r"1 done\s*· \$0.05"))
    submit(page)
    page.wait_for_url("**/break/")
    expect(
        page.get_by_text("You have no open HIT in “Rate a description”, so no timer is running.")
    ).to_be_visible()
    assert re.fullmatch(
        r"Submitted 2 Approved \$0.00 Waiting for approval \$0.10 Your time \d+ s HITs left 1",
        facts(page),
    )
    assert Assignment.objects.filter(state="claimed").count() == 0
    shoot(page, "flow-break")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/assignments/\w+/"))
    submit(page)
    page.wait_for_url("**/done/")
    enrolment.refresh_from_db()
    expect(page.locator("#code")).to_have_text(enrolment.completion_code)
    shoot(page, "flow-end")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == enrolment.completion_code
    link = page.get_by_role("link", name="Continue to panel.example")
    assert (
        link.get_attribute("href") == f"https://panel.example/done?cc={enrolment.completion_code}"
    )
    page.goto(live_server.url)
    shoot(page, "flow-list-after")
    page.get_by_role("link", name="Your completion code").click()
    expect(page.locator("#code")).to_have_text(enrolment.completion_code)
    page.goto(live_server.url + "/work/")
    expect(page.get_by_text("Your completion code:")).to_contain_text(enrolment.completion_code)
    shoot(page, "flow-own-work")


def test_the_same_way_without_scripts(open_page, live_server, log_in, study):
    batch = study(items=2, break_after=1, completion="fixed", completion_code="C1A2")
    page = open_page(DESKTOP, java_script_enabled=False)
    log_in(page, world.annotator())
    start(page, live_server, batch)
    page.locator("input[name=syntax][value='2']").check()
    page.get_by_role("button", name="Take a break").click()
    page.wait_for_url("**/break/")
    expect(page.get_by_text("Your answers were saved at")).to_be_visible()
    page.get_by_role("button", name="Continue").click()
    expect(page.locator("input[name=syntax][value='2']")).to_be_checked()
    submit(page)
    page.wait_for_url("**/break/")
    page.get_by_role("button", name="Continue").click()
    submit(page)
    expect(page.locator("#code")).to_have_text("C1A2")
    assert page.get_by_role("button", name="Copy").count() == 0


def test_a_code_that_cannot_be_copied_is_selected(seated, study):
    page = seated(study(items=1, completion="fixed", completion_code="C1A2"))
    submit(page)
    page.wait_for_url("**/done/")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("Text selected. You can copy it now.")).to_be_visible()
    assert page.evaluate("getSelection().toString().trim()") == "C1A2"
    check(page)


def test_stopping_for_now_and_giving_back(seated, shoot, study):
    page = seated(study())
    page.locator("input[name=syntax][value='2']").check()
    wait_for_draft({"syntax": "2"})
    page.locator("input[name=coverage][value='3']").check()
    page.get_by_role("button", name="Take a break").click()
    page.wait_for_url("**/break/")
    until = Assignment.objects.in_work().get().deadline_at.strftime("%H:%M")
    expect(page.locator(".lead")).to_have_text(
        re.compile(rf"This HIT is reserved for you until (.+, )?{until}\.")
    )
    expect(page.get_by_text("Your answers were saved at")).to_be_visible()
    assert Draft.objects.get().data == {"syntax": "2", "coverage": "3"}
    shoot(page, "exit-stopped-for-now")
    check(page)
    page.get_by_role("link", name="Stop here").click()
    expect(
        page.get_by_text(re.compile(rf"This HIT is yours until (.+, )?{until}\."))
    ).to_be_visible()
    shoot(page, "exit-list-with-claimed")
    check(page)
    page.get_by_role("link", name="Continue your HIT").click()
    expect(page.locator("input[name=coverage][value='3']")).to_be_checked()
    page.get_by_role("button", name="Take a break").click()
    page.get_by_role("button", name="Return this HIT").click()
    expect(page.locator("h1")).to_have_text("Return this HIT")
    shoot(page, "exit-give-back")
    check(page)
    page.get_by_role("button", name="Return this HIT").click()
    expect(page.locator(".message")).to_have_text(
        "HIT returned. You are not paid for it, and it does not count against you."
    )
    shoot(page, "exit-returned")
    check(page)
    assert Assignment.objects.get(annotator=world.annotator(), prefetched=False).state == "returned"


def test_times_are_those_of_the_reader(open_page, live_server, log_in, study):
    batch = study()
    page = open_page(DESKTOP, timezone_id="Asia/Tokyo")
    log_in(page, world.annotator())
    open_hit(page, live_server, batch)
    deadline = Assignment.objects.in_work().get().deadline_at
    page.get_by_role("button", name="Take a break").click()
    page.wait_for_url("**/break/")
    until = page.locator(".lead time")
    expect(until).to_have_attribute("title", f"{deadline:%H:%M} UTC")
    assert until.inner_text().endswith(f"{deadline.astimezone(ZoneInfo('Asia/Tokyo')):%H:%M}")


def test_time_is_over_and_the_hit_is_submitted_late(seated, shoot, study):
    page = seated(study(items=1))
    page.get_by_label("Feedback").fill("Half a thought")
    wait_for_draft({"feedback": "Half a thought"})
    claimed = Assignment.objects.in_work().get()
    over(claimed)
    expire(assignment=claimed)
    page.reload()
    expect(page.get_by_text("The time for this HIT is over.")).to_be_visible()
    shoot(page, "exit-over")
    check(page)
    page.get_by_role("link", name="Continue your HIT").click()
    expect(page.get_by_label("Feedback")).to_have_value("Half a thought")
    expect(page.locator(".message-warning")).to_contain_text(
        "unless someone else has taken this HIT"
    )
    shoot(page, "exit-late")
    check(page)
    submit(page)
    page.wait_for_url("**/done/")
    assert (
        Assignment.objects.get(annotator=world.annotator(), prefetched=False).state,
        Draft.objects.count(),
    ) == (
        "submitted",
        0,
    )


def test_the_batch_is_closed_while_rating(seated, live_server, shoot, study):
    batch = study(completion="fixed", completion_code="C1A2")
    page = seated(batch)
    close_batch(batch_id=batch.pk)
    page.reload()
    expect(page.locator(".message-info")).to_contain_text(
        "You can still submit this HIT. It counts like any other"
    )
    shoot(page, "exit-closed-rating")
    page.goto(live_server.url)
    expect(page.locator(".badge")).to_have_text("Closed")
    page.get_by_role("link", name="Continue your HIT").click()
    submit(page)
    page.wait_for_url("**/done/")
    expect(page.locator(".message")).to_contain_text(KEPT)
    assert page.locator("#code").count() == 1
    page.reload()
    expect(page.locator("main")).to_contain_text(KEPT)
    shoot(page, "exit-closed")
    check(page)
    assert (
        Assignment.objects.get(annotator=world.annotator(), prefetched=False).state == "submitted"
    )


def test_nothing_left_for_now_and_all_done(seated, shoot, study):
    batch = study(items=2)
    page = seated(batch)
    other = world.claim(world.second_annotator(), batch)
    submit(page)
    page.wait_for_url("**/done/")
    expect(page.locator(".message")).to_contain_text(
        "All HITs are taken at the moment. Check back later"
    )
    shoot(page, "exit-taken")
    check(page)
    expire(assignment=other)
    page.get_by_role("button", name="Try again").click()
    page.wait_for_url(re.compile(r"/assignments/\w+/"))
    submit(page)
    page.wait_for_url("**/done/")
    expect(page.locator(".message")).to_contain_text("All HITs of this batch are done. Thank you!")


def test_a_rejection_is_counted_where_the_batch_ends(seated, shoot, study):
    batch = study(items=2)
    page = seated(batch)
    submit(page)
    expect(page.locator(".bar-facts")).to_contain_text("1 done")
    done = Assignment.objects.get(state="submitted")
    reject_assignments(batch=batch, ids=[done.pk], reason="All the same.", by=None)
    submit(page)
    page.wait_for_url("**/done/")
    assert "Rejected 1 Reason" in facts(page)
    shoot(page, "exit-rejected")
    check(page)
    page.get_by_role("link", name="Reason").click()
    expect(page.locator(".worklist")).to_contain_text("Reason: All the same.")


def test_axe_finds_nothing_on_a_break_and_at_the_end(page, live_server, log_in, study):
    """test_accessibility.py checks the pages before the start."""
    batch = study(
        items=2,
        break_after=1,
        completion="drawn",
        completion_url="https://panel.example/",
        code_after=2,
    )
    log_in(page, world.annotator())
    start(page, live_server, batch)
    submit(page)
    page.wait_for_url("**/break/")
    check(page)
    page.goto(f"{live_server.url}/batches/{batch.pk}/")
    expect(page.get_by_role("button", name="Continue")).to_be_in_viewport()
    check(page)
    start(page, live_server, batch)
    submit(page)
    expect(page.locator("#code")).to_be_visible()
    check(page)
    page.goto(live_server.url + "/work/")
    check(page)
