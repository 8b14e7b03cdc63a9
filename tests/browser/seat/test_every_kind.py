"""Tests that every kind of section can be completed by keyboard only and that a reload keeps its
answers. test_accessibility.py tests the errors."""

import pytest
from playwright.sync_api import expect

from hits.models import Assignment, Draft
from tests import world
from tests.browser.seat.test_annotator import answers, open_hit
from tests.browser.seat.test_rubrics import study
from tests.browser.studies import play_all
from tests.chosen import chosen
from tests.conftest import DESKTOP
from tests.media import medium_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
CRITERIA = ("context", "highlight", "consistency", "overall")
FILLED = {
    "image-paragraph": {"naturalness": 1, "coherence": 2, "word_choice": 3, "syntax": 1, "coverage": 2},
    "contextual-caption-pair": {
        **{f"{one}.{key}.reasons": f"{one} on {key}" for one in "ab" for key in CRITERIA},
        "comparison": "The second names the sails.",
        **{f"{one}.{key}": 3 + (one == "b") for one in "ab" for key in CRITERIA},
    },
    "key-points": {
        "key_point.1.mentioned": 1, "key_point.1.correct": 1, "key_point.1.reason": "It says so.",
        "key_point.2.mentioned": 1, "key_point.2.correct": 0, "key_point.2.reason": "Blue, not red.",
        "key_point.3.mentioned": 0, "key_point.3.reason": "Nothing of it.",
        "key_point.4.mentioned": 0, "key_point.4.reason": "Nothing of it.",
    },
    "video-caption": {"reason": "Right.", "accuracy": 90, "completeness": 7, "conciseness": 55, "relevance": 100},
    "picture-pair": {"preference": 2, "reasons": "Its edges are sharp."},
    "audio-opinion-score": {"quality": 4, "remark": "A little hiss."},
    "sound-caption": {"accuracy": 4, "completeness": 2},
    "agent-run": {"outcome": 1, "failure": 2, "failure.reason": "It reads the wrong page."},
    "comparative-summary": {"covers.1.pros": 1, "explanation": "It has all prices.", "informativeness": 4},
    "answer-check": {"verdict": 1, "reason": "It is right."},
    "instruction-following-pair": {"preference": 2, "reason": "It does what was asked."},
}  # fmt: skip
# Between them every kind of question that those have.
BY_KEYS = {
    "agent-run",
    "comparative-summary",
    "image-paragraph",
    "key-points",
    "picture-pair",
    "video-caption",
}
TEXTS = {
    name: ["The mill.", "The mill with new sails."] for name in FILLED if name.endswith("-pair")
}


@pytest.fixture
def opened(open_page, live_server, log_in, stored_picture, moving_clip):
    """A function that opens a HIT of this library rubric as a logged-in annotator."""

    def one(name):
        owner = world.project()
        media = (
            {"image": stored_picture(owner)}
            if name in {"image-paragraph", "contextual-caption-pair"}
            else {}
        )
        media |= {"video": moving_clip(owner)} if name == "video-caption" else {}
        media |= {"audio": medium_of(owner, "audio", 1)} if name == "sound-caption" else {}
        if name == "image-paragraph":
            batch = study(name, ["A red house."], media, owner)
        else:
            batch = study(name, TEXTS.get(name, ["A man in a scarlet coat."]), media, owner)
        Assignment.objects.filter(batch=batch, shown_order="ba").update(shown_order="ab")
        page = open_page(DESKTOP)
        log_in(page, world.annotator())
        open_hit(page, live_server, batch)
        return page

    return one


def by_keyboard(page, wanted) -> None:
    """Move only with Tab, and type each wanted value when its field has the focus."""
    left = {key: str(value) for key, value in wanted.items()}
    for _step in range(150):
        name, is_folded = page.evaluate(
            "[document.activeElement.name, document.activeElement.matches('.fold:not([open]) > *')]"
        )
        value = left.get(name)
        if is_folded:
            page.keyboard.press("Enter")
        if value is None:
            page.keyboard.press("Tab")
        else:
            page.keyboard.type(value)  # a digit answers where a radio has the focus
            del left[name]
        if not left:
            return
    raise AssertionError(f"the keyboard did not reach {sorted(left)}")


@pytest.mark.parametrize("name", chosen(sorted(FILLED), BY_KEYS))
def test_the_keyboard_alone_completes_it_and_a_reload_shows_what_was_filled_in(opened, name):
    page = opened(name)
    play_all(page)
    by_keyboard(page, FILLED[name])
    expect(page.locator("[data-save-status]")).to_contain_text("Saved")
    page.wait_for_function(
        "() => document.querySelector('[data-save-status]').textContent.startsWith('Saved')"
    )
    for _wait in range(50):
        if set(Draft.objects.get().data) == set(FILLED[name]):
            break
        page.wait_for_timeout(100)
    page.reload()
    kept = page.evaluate("Object.fromEntries(new FormData(document.getElementById('answers')))")
    assert {key: kept.get(key) for key in FILLED[name]} == {
        key: str(value) for key, value in FILLED[name].items()
    }
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/done/")
    stored = answers(Assignment.objects.get(state="submitted"))
    assert {key: stored[key] for key in FILLED[name]} == FILLED[name]


def spoken(page, *roles: str) -> list[tuple[str, str, str]]:
    """Return (group, name, value or state) of each control that a screen reader finds."""
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    nodes = {node["nodeId"]: node for node in tree}
    found = []
    for node in tree:
        if node["ignored"] or node["role"]["value"] not in roles:
            continue
        around = node
        while around["ignored"] or around["role"]["value"] != "group":
            around = nodes[around["parentId"]]
        states = {one["name"]: one["value"].get("value") for one in node["properties"]}
        value = node.get("value", {}).get("value", states.get("checked", ""))
        found.append((around["name"]["value"], node["name"]["value"], str(value)))
    return found


def test_a_screen_reader_finds_no_value_of_a_slider_before_there_is_one(opened):
    page = opened("video-caption")
    play_all(page)
    page.locator("[name=reason]").fill("Right.")
    names = ("Accuracy", "Completeness", "Conciseness", "Relevance")
    empty = [(name, f"{name}, 0 to 100", "") for name in names]
    assert spoken(page, "spinbutton") == empty
    assert [row for row in spoken(page, "slider") if row[0] in names] == []
    page.locator("[name=accuracy]").press("ArrowUp")
    middle = ("Accuracy", "Accuracy, 0 to 100", "50")
    assert spoken(page, "spinbutton") == [middle, *empty[1:]]
    sliders = [row for row in spoken(page, "slider") if row[0] in names]
    assert sliders == [("Accuracy", "Accuracy, slider", "50")]
    ends = page.locator(".slider-track small").all_text_contents()
    assert ends == ["lowest", "highest"] * 4


def test_a_screen_reader_finds_a_row_of_named_numbers_for_each_score(opened):
    page = opened("contextual-caption-pair")
    for box in page.locator("textarea").all():
        box.fill("It names the sails.")
    names = (
        "Relevance with Context",
        "Relevance with Highlight",
        "Consistency with Image",
        "Overall Quality",
    )
    empty = [(name, str(number), "false") for name in names for number in range(1, 6)]
    assert spoken(page, "radio") == empty
    page.locator("[name='a.context']").first.focus()
    page.keyboard.press("4")
    chosen = [(*row[:2], str(row[:2] == (names[0], "4")).lower()) for row in empty]
    assert spoken(page, "radio") == chosen
