"""Tests of marking passages by mouse and keyboard, by touch and without JavaScript."""

import json

import pytest
from playwright.sync_api import expect

from hits.models import Assignment
from tests import world
from tests.browser.seat.test_annotator import answers, open_hit, wait_for_draft
from tests.browser.studies import batch_of
from tests.browser.test_accessibility import problems
from tests.conftest import DESKTOP, PHONE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
MIDDLE = """
stimulus:
  - {block: outputs, title: Translation}
"""
TAIL = """
criteria:
  - {key: quality, title: Quality, level: interval, best: highest}
sections:
  - {key: errors, kind: spans, title: Errors, missing: true,
     severities: [{key: minor, title: Minor}, {key: major, title: Major}]}
  - {key: score, kind: scale, title: Score, low: 0, high: 3, criteria: [quality]}
guards: [{guard: low-score-without-mark, marks: errors, score: score, below: 2}]
reply: {format: spans-json}
"""
# A family is five code points and eight units of JavaScript's strings.
TEXT = "Hi \U0001f468\u200d\U0001f469\u200d\U0001f467 again,\n\u0645\u0631\u062d\u0628\u0627 Cafe\u0301 e\u0301te\u0301!"


@pytest.fixture
def opened(open_page, live_server, log_in):
    def one(device, **options):
        batch = batch_of("spans", MIDDLE, texts=[TEXT], items=2, tail=TAIL)
        page = open_page(device, **options)
        log_in(page, world.annotator())
        open_hit(page, live_server, batch)
        return page

    return one


def marked(state: str = "submitted") -> list[tuple[str, str]]:
    """Return (quote, severity) of the latest response's marks, after checking the offsets."""
    given = answers(Assignment.objects.filter(state=state).latest("submitted_at"))
    marks = json.loads(given["errors"])
    assert all(TEXT[one["start"] : one["end"]] == one["quote"] for one in marks)
    return [(one["quote"], one["severity"]) for one in marks]


def test_passages_are_marked_by_mouse_and_keys_and_kept(opened, shoot):
    page = opened(DESKTOP)
    words = page.get_by_role("option")
    words.nth(0).click()
    words.nth(1).click()
    page.get_by_role("button", name="Minor").click()
    expect(page.locator(".marks q")).to_have_text(["Hi \U0001f468\u200d\U0001f469\u200d\U0001f467"])
    box, other = words.nth(2).bounding_box(), words.nth(4).bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + 9)
    page.mouse.down()
    page.mouse.move(other["x"] + 5, other["y"] + 9, steps=4)
    page.mouse.up()
    shoot(page, "spans-chosen")
    page.keyboard.press("2")
    words.nth(5).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("2")
    shoot(page, "spans")
    assert problems(page) == []
    page.locator("[name=quality][value='0']").check()
    marks = [
        {"start": 0, "end": 8, "severity": "minor"},
        {"start": 9, "end": 21, "severity": "major"},
        {"start": 22, "end": 33, "severity": "major"},
    ]
    wait_for_draft({"errors": json.dumps(marks, separators=(",", ":")), "quality": "0"})
    page.reload()
    expect(page.locator(".marks li")).to_have_count(3)
    page.get_by_role("button", name="Remove: again").click()
    expect(page.locator(".marks li")).to_have_count(2)
    page.keyboard.press("Control+Enter")
    expect(page.locator(".marks li")).to_have_count(0)
    assert marked() == [(TEXT[:8], "minor"), ("Cafe\u0301 e\u0301te\u0301", "major")]
    # Nothing to mark is an answer; a low score without a mark is asked about once.
    page.keyboard.press("Control+Enter")
    expect(page.locator(".spans .error")).to_contain_text("Nothing to mark")
    page.get_by_role("button", name="Nothing to mark").click()
    page.locator("[name=quality][value='0']").check()
    page.keyboard.press("Control+Enter")
    expect(page.locator("body")).to_contain_text("but nothing is marked")
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/done/")
    assert marked() == []


@pytest.mark.long
def test_on_a_phone_two_taps_choose_a_passage(opened, shoot):
    page = opened(PHONE, color_scheme="dark")
    words = page.get_by_role("option")
    words.nth(5).tap()
    words.nth(4).tap()
    page.get_by_role("button", name="Major").tap()
    words.last.tap()
    page.get_by_role("button", name="Minor").tap()
    expect(page.locator(".marks li")).to_have_count(2)
    words.nth(0).tap()
    shoot(page, "spans-phone")
    page.locator("[name=quality][value='0']").check()
    page.get_by_role("button", name="Submit").tap()
    expect(page.locator(".marks li")).to_have_count(0)
    assert marked() == [("\u0645\u0631\u062d\u0628\u0627 Cafe\u0301", "major"), ("", "minor")]


@pytest.mark.long
def test_without_scripts_passages_are_lines(opened, shoot):
    page = opened(PHONE, java_script_enabled=False)
    page.locator("[name=errors]").fill("minor | agian")
    page.locator("[name=quality][value='0']").check()
    page.get_by_role("button", name="Submit").click()
    expect(page.locator(".spans .error")).to_contain_text("“agian” is not in the text.")
    shoot(page, "spans-lines")
    page.locator("[name=errors]").fill("minor | again\nMajor | Hi")
    page.get_by_role("button", name="Submit").click()
    page.wait_for_load_state()
    assert marked() == [("Hi", "major"), ("again", "minor")]
