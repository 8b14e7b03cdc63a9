"""Tests of a long conversation on the HIT page: search by keyboard, folded calls, no JavaScript."""

import pytest
from playwright.sync_api import expect

from surveys.conversations.reading import conversation_text
from tests import world
from tests.browser.seat.test_annotator import open_hit
from tests.browser.studies import batch_of
from tests.conftest import DESKTOP, PHONE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
TURNS = 500


def run(turns: int) -> str:
    """Return a conversation whose every third turn is a tool's. One call has a unique result."""
    kinds = [
        lambda n: {"role": "user", "text": f"Question {n}. " + "Where is the mill? " * 8},
        lambda n: {
            "role": "assistant",
            "text": f"I look at page {n}.",
            "reasoning": "The page should say it.",
            "tokens": n,
            "calls": [
                {
                    "name": "read_page",
                    "arguments": {"page": f"mill/{n}"},
                    "result": "Beside the weir." if n == 301 else "Open at ten.",
                }
            ],
        },
        lambda n: {"role": "tool", "name": "read_page", "text": f"line of page {n}\n" * 60},
    ]
    return conversation_text([kinds[n % 3](n) for n in range(1, turns + 1)])


@pytest.fixture
def opened(open_page, live_server, log_in):
    def one(device, turns=TURNS, **options):
        batch = batch_of("runs", "stimulus: [{block: outputs, title: Run}]", texts=(run(turns),))
        page = open_page(device, **options)
        log_in(page, world.annotator())
        open_hit(page, live_server, batch)
        return page

    return one


def test_search_leads_from_turn_to_turn_and_opens_what_is_folded(opened, shoot):
    page = opened(DESKTOP)
    shoot(page, "conversation")
    search = page.get_by_role("searchbox", name="Search")
    search.fill("WEIR")
    expect(page.get_by_role("search").locator("output")).to_have_text("0 / 1")
    search.press("Enter")
    turn = page.locator("#output-1-turn-301")
    expect(turn).to_be_in_viewport()
    expect(turn.get_by_text("weir")).to_be_visible()
    expect(page.get_by_role("search").locator("output")).to_have_text("1 / 1")
    search.fill("nothing like it")
    expect(page.get_by_role("button", name="Next")).to_be_disabled()


def test_a_phone_without_scripts_jumps_to_a_turn_and_opens_all_of_a_result(opened, shoot):
    page = opened(PHONE, turns=30, java_script_enabled=False)
    shoot(page, "conversation-plain")
    page.get_by_text("Go to a turn").click()
    page.get_by_role("navigation", name="Turns").get_by_role("link", name="29").click()
    turn = page.locator("#output-1-turn-29")
    expect(turn).to_be_in_viewport()
    expect(turn.get_by_text("line of page 29").first).to_be_visible()
    expect(page.get_by_role("searchbox")).to_be_hidden()
    turn.get_by_text("Show all").click()
    expect(turn.locator(".turn-rest .turn-text")).to_be_visible()
