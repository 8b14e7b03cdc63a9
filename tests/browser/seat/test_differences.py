"""Tests of the highlighting of words in which two plain outputs differ."""

import pytest
from playwright.sync_api import expect

from hits.models import Assignment, Viewing
from tests import world
from tests.browser.seat.test_annotator import open_hit
from tests.browser.studies import batch_of
from tests.conftest import DESKTOP, PHONE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
PAIR = "outputs: {per_page: 2, name: Caption}\nstimulus:\n  - {block: outputs, title: Caption, mark_differences: true}"
ONE = "The old mill stands above the <b>river</b>.\n\nIts sails turn."
OTHER = "The mill, newly painted, stands above the <i>river</i>.\n\nIts sails turn slowly."


@pytest.fixture
def pair(live_server, log_in):
    def one(page, texts=(ONE, OTHER)):
        batch = batch_of("differing", PAIR, texts=texts)
        Assignment.objects.filter(batch=batch).update(shown_order="ab")
        log_in(page, world.annotator())
        open_hit(page, live_server, batch)
        return page

    return one


def marked(page) -> list[list[str]]:
    return page.locator(".output").evaluate_all(
        "all => all.map(one => [...one.querySelectorAll('mark')].map(mark => mark.textContent))"
    )


@pytest.mark.parametrize("device", [DESKTOP, pytest.param(PHONE, marks=pytest.mark.long)])
def test_words_that_differ_are_marked_and_unmarked(open_page, shoot, pair, device):
    page = pair(open_page(device))
    before = page.locator(".outputs").inner_html()
    toggle = page.get_by_role("button", name="Highlight differences")
    if device is PHONE:  # the peek has the beginnings alone
        page.get_by_role("button", name="Show in full").click()
    assert marked(page) == [[], []]
    toggle.click()
    assert marked(page) == [["old", "b", "b"], [", newly painted,", "i", "i", "slowly"]]
    assert page.locator(".output b, .output i").count() == 0
    shoot(page, "differences")
    expect(toggle).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("d")
    assert marked(page) == [[], []]
    assert page.locator(".outputs").inner_html().replace(
        'aria-pressed="false"', ""
    ) == before.replace('aria-pressed="false"', "")
    if device is PHONE:
        page.get_by_role("button", name="Back to the questions").click()
    page.locator("label:has(input[name=right][value='1'])").click()
    page.get_by_role("button", name="Submit").click()
    page.wait_for_url("**/done/")
    assert Viewing.objects.get().seen["differences_marked"] == 1


def test_the_comparison_is_a_longest_common_subsequence(page, pair):
    """As many words stay unmarked as the longest common subsequence by Python has."""
    import random

    pair(page)
    source = "import('/static/js/differences.js').then(({ differing }) => differing(one, other).map(set => [...set]))"
    drawn = random.Random(4)
    for _turn in range(60):
        one, other = ([drawn.choice("abcd") for _ in range(drawn.randrange(12))] for _ in range(2))
        places = page.evaluate(f"([one, other]) => {source}", [one, other])
        left = [
            [word for at, word in enumerate(words) if at not in set(out)]
            for words, out in zip((one, other), places, strict=True)
        ]
        assert left[0] == left[1]
        assert len(left[0]) == common(one, other)


def common(one, other) -> int:
    best = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for row, first in enumerate(one, 1):
        for column, second in enumerate(other, 1):
            best[row][column] = (
                best[row - 1][column - 1] + 1
                if first == second
                else max(best[row - 1][column], best[row][column - 1])
            )
    return best[-1][-1]


def test_long_texts_are_compared_at_once(page, pair):
    words = [f"word{number}" for number in range(2500)]
    changed = [word + "x" if at % 3 == 0 else word for at, word in enumerate(words)]
    pair(page, (" ".join(words), " ".join(changed)))
    took = page.evaluate("""() => { const start = performance.now();
        document.querySelector('[data-differences-toggle]').click(); return performance.now() - start; }""")
    assert [len(one) for one in marked(page)] == [834, 834]
    assert took < 2000
