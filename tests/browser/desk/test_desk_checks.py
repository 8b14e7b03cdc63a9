"""A researcher gives a draft its checks and rules, and reads what they show once it runs."""

import pytest
from playwright.sync_api import expect

from tests import world
from tests.browser.test_accessibility import problems

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
TABLE = "item,systems,question,accepted\nitem-1,Heron,coherence,1\nitem-2,Heron,syntax,1|2\n"


def test_checks_are_given_to_a_draft_and_read_afterwards(page, live_server, log_in, shoot):
    project = world.project(name="Moths")
    data = world.dataset(project, items=12, systems=("Heron",))
    batch = world.draft_batch(project, data, annotators_per_hit=2)
    log_in(page, world.researcher(project))
    page.goto(f"{live_server.url}/admin/hits/batch/{batch.pk}/checks/")
    page.get_by_label("gold at the beginning").fill("2")
    page.get_by_label("most annotators who begin with gold").fill("2")
    gold = {"name": "gold.csv", "mimeType": "text/csv", "buffer": TABLE.encode()}
    page.get_by_label("Table (CSV or JSONL)").set_input_files(gold)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("4 checks on top of 20 assignments")).to_be_visible()
    expect(page.get_by_text("syntax: 1|2")).to_be_visible()
    assert problems(page) == []

    page.goto(f"{live_server.url}/admin/batches/{batch.pk}/steps/pay/")
    expect(page.locator('[data-figure="checks"]')).to_have_text("4")
    page.get_by_label("Annotators per HIT", exact=True).fill("3")
    # 10 items × 3, and 4 checks.
    expect(page.locator('[data-figure="total"]').first).to_have_text("$2.04")

    page.goto(f"{live_server.url}/admin/hits/batch/{batch.pk}/checks/")
    page.get_by_label("Number").fill("2")
    page.get_by_role("button", name="Create copies").click()
    expect(page.get_by_text("2 outputs were degraded and are now gold.")).to_be_visible()
    shoot(page, "checks")
    page.goto(f"{live_server.url}/admin/hits/batch/{batch.pk}/rules/")
    page.get_by_label("people who fail … of their gold HITs").fill("1")
    rule = page.locator("form", has=page.get_by_label("people who fail … of their gold HITs"))
    rule.get_by_role("button", name="Reject").click()
    expect(page.get_by_text("Added.")).to_be_visible()
    assert problems(page) == []
    shoot(page, "rules-draft")

    world.publish(batch)
    for user in (world.annotator(), world.second_annotator()):
        world.rate(user, batch)
        world.rate(user, batch, world.GOOD | {"coherence": "3"})
        world.rate(user, batch)
    page.goto(f"{live_server.url}/admin/hits/batch/{batch.pk}/checks/")
    expect(page.get_by_text("The money for checks is spent")).to_be_visible()
    assert problems(page) == []
    page.get_by_label("Reason").first.fill("Two answers are right.")
    page.get_by_role("button", name="Retire").first.click()
    expect(page.get_by_text("You cannot undo this.")).to_be_visible()
    page.get_by_role("button", name="Retire").click()
    expect(page.get_by_text("Two answers are right.")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{live_server.url}/admin/hits/batch/{batch.pk}/rules/?look=1")
    expect(page.get_by_text("that wait for a decision")).to_be_visible()
    assert problems(page) == []
    shoot(page, "rules")


def test_a_hit_answered_in_the_preview_becomes_gold(page, live_server, log_in, shoot):
    project = world.project()
    batch = world.draft_batch(project, world.dataset(project, items=4, systems=("Heron",)))
    log_in(page, world.researcher(project))
    page.goto(f"{live_server.url}/admin/hits/batch/{batch.pk}/checks/")
    slow_pictures = []

    def hold(picture):
        slow_pictures.append(picture)

    page.route("**/media/**", hold)
    page.get_by_role("link", name="Give right answers").click(no_wait_after=True)
    frame = page.frame_locator("iframe")
    coherence = page.get_by_role("group", name="Text coherence")
    frame.locator("input[name=coherence][value='1']").check()
    assert slow_pictures, "The answer has to come before the picture."
    for picture in slow_pictures:
        picture.continue_()
    page.unroute("**/media/**")
    expect(coherence.get_by_role("checkbox").first).to_be_checked()
    for key, value in world.GOOD.items():
        if frame.locator(f"input[name={key}][value='{value}']").count():
            frame.locator(f"input[name={key}][value='{value}']").check()
    expect(
        page.get_by_role("group", name="Syntactic structure").get_by_role("checkbox", checked=True)
    ).to_have_count(1)
    frame.get_by_role("button", name="Check your answers").click()
    expect(frame.get_by_role("button", name="Use as gold, training or test")).to_be_visible()
    coherence.get_by_role("checkbox").nth(1).check()
    page.get_by_label("Why").fill("The order of the sentences is clear.")
    shoot(page, "use-hit")
    assert problems(page) == []
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".pick [aria-current] .use")).to_have_text("Gold")
    page.set_viewport_size({"width": 390, "height": 844})
    shoot(page, "use-hit")
    assert problems(page) == []
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{live_server.url}/admin/hits/batch/{batch.pk}/checks/")
    expect(page.get_by_text("coherence: 1|2")).to_be_visible()
    page.get_by_role("link", name="Edit").click()
    expect(page.get_by_label("Why")).to_have_value("The order of the sentences is clear.")
    page.go_back()
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("There is no gold in this batch.")).to_be_visible()
    page.goto(f"{live_server.url}/admin/hits/batch/{batch.pk}/around/consent/text/")
    page.get_by_label("Purpose").fill("We compare descriptions.")
    page.get_by_role("button", name="Write text").click()
    expect(page.get_by_label("Consent text")).to_contain_text("We compare descriptions.")
    shoot(page, "consent")
    assert problems(page) == []
    page.goto(f"{live_server.url}/admin/hits/batch/{batch.pk}/rules/")
    shoot(page, "rules-sentences")
    assert problems(page) == []
