"""Tests that complete the other library rubrics in a browser: ordered sections, two steps, sliders,
tables and pairs."""

import pytest
from playwright.sync_api import expect

from hits.models import Assignment
from stimuli.models import Dataset, Item, ItemMedium, Medium, Output, System
from surveys.conversations.samples import sample_conversation
from surveys.loading import library_rubric
from tests import world
from tests.browser.seat.test_annotator import answers, open_hit
from tests.browser.studies import batch_of
from tests.conftest import DESKTOP, PHONE
from tests.media import make_output, medium_of
from tests.surveys.shown import SHOWN

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
TABLE = "| | Headphones 1 | Headphones 2 |\n|---|---|---|\n| Price | $15 | N/A |\n\n<script>alert(1)</script> **Both** sound good."
DEVICES = [
    (DESKTOP, True),
    pytest.param(PHONE, True, marks=pytest.mark.long),
    pytest.param(DESKTOP, False, marks=pytest.mark.long),  # test_two_captions… does both
]


def study(name: str, texts: list[str], media: dict[str, Medium], owner, fields=None, **terms):
    """Return a live batch of one item with one output per text, each by its own system. If the
    rubric rates media, the outputs are media instead."""
    data = Dataset.objects.create(project=owner, name=name)
    fields = dict(SHOWN[name].fields) if fields is None else fields
    item = Item.objects.create(dataset=data, external_id="one", fields=fields)
    for field, medium in media.items():
        ItemMedium.objects.create(item=item, field=field, medium=medium)
    kind = library_rubric(name).outputs.kind
    for number, text in enumerate(texts):
        system = System.objects.create(dataset=data, name=f"System {number}")
        if kind == "text":
            make_output(item, system, text)
        elif kind == "conversation":
            output = make_output(item, system, sample_conversation(text))
            Output.objects.filter(pk=output.pk).update(kind=kind)
        else:
            make_output(item, system, media=(medium_of(owner, kind, number),))
    return world.live_batch(owner, data, rubric=world.version(name), title=name, **terms)


def submitted() -> dict:
    return answers(Assignment.objects.get(state="submitted"))


def test_a_pair_of_captions_takes_20_keys_besides_its_words(
    open_page, live_server, log_in, shoot, stored_picture
):
    owner = world.project()
    texts = ["The mill.", "The mill with new sails."]
    batch = study("contextual-caption-pair", texts, {"image": stored_picture(owner)}, owner)
    page, keys = open_page(DESKTOP), []
    log_in(page, world.annotator())
    open_hit(page, live_server, batch)
    page.wait_for_load_state()

    def press(key):
        page.keyboard.press(key)
        keys.append(key)

    press("n")
    written = 0
    while written < 9:  # four reasons for each caption, and the comparison
        if page.evaluate("document.activeElement.matches('textarea')"):
            written += 1
            page.keyboard.type(f"It says {written}.")
        press("Tab")
    for digit in "54321234":
        press(digit)
    shoot(page, "pair-scored")
    press("Control+Enter")
    page.wait_for_url("**/done/")
    assert len(keys) <= 20, keys
    stored = submitted()
    criteria = ("context", "highlight", "consistency", "overall")
    scores = [[stored[f"{letter}.{key}"] for key in criteria] for letter in "ab"]
    assert sorted(scores) == [[1, 2, 3, 4], [5, 4, 3, 2]]


@pytest.mark.parametrize("scripts", [pytest.param(True, marks=pytest.mark.long), False])
def test_two_captions_in_five_sections(
    open_page, live_server, log_in, shoot, stored_picture, scripts
):
    owner = world.project()
    batch = study(
        "contextual-caption-pair",
        ["The mill.", "The mill with new sails."],
        {"image": stored_picture(owner)},
        owner,
    )
    Assignment.objects.filter(batch=batch).update(shown_order="ba")
    page = open_page(DESKTOP, java_script_enabled=scripts)
    log_in(page, world.annotator())
    open_hit(page, live_server, batch)
    assert page.locator(".output").all_inner_texts() == [
        "Caption 1\n\nThe mill with new sails.",
        "Caption 2\n\nThe mill.",
    ]
    assert page.locator("mark").all_inner_texts() == ["sails"]
    titles = [
        "Caption 1: reasons",
        "Caption 2: reasons",
        "Comparison of the two captions",
        "Caption 1: scores",
        "Caption 2: scores",
    ]
    assert [
        text.strip().split(" ", 1)[1] if text[0].isdigit() else text.strip()
        for text in page.locator(".panel h2, .panel .legend:has(.number)").all_inner_texts()
    ] == titles
    if scripts:
        expect(page.locator("textarea[name='a.context.reasons']")).to_be_hidden()
        shoot(page, "pair-start")
    for letter in "ba":
        for one in ("context", "highlight", "consistency", "overall"):
            page.locator(f"textarea[name='{letter}.{one}.reasons']").fill(f"Because of {one}.")
    page.locator("textarea[name=comparison]").fill("The first names the sails.")
    for letter, scores in (("b", "4545"), ("a", "3142")):
        for one, value in zip(
            ("context", "highlight", "consistency", "overall"), scores, strict=True
        ):
            page.locator(f"label:has(input[name='{letter}.{one}'][value='{value}'])").click()
    if scripts:
        shoot(page, "pair")
    page.get_by_role("button", name="Submit").click()
    page.wait_for_url("**/done/")
    stored = submitted()
    assert {key: value for key, value in stored.items() if isinstance(value, int)} == {
        "b.context": 4, "b.highlight": 5, "b.consistency": 4, "b.overall": 5,
        "a.context": 3, "a.highlight": 1, "a.consistency": 4, "a.overall": 2,
    }  # fmt: skip
    assert stored["a.overall.reasons"] == "Because of overall."


FREE_WORDS_FIRST = """
ordered: true
stimulus: [{block: outputs, title: Text}]
outputs: {name: Text}
criteria: [{key: right, title: Correctness, level: ordinal, best: highest}]
sections:
  - {key: thoughts, kind: text, title: Thoughts, required: false}
  - {key: right, kind: scale, title: "How right is it?", criteria: [right], low: 1, high: 5}
  - {key: why, kind: text, title: "Why?"}
reply: {format: section-lines}
"""


def test_what_may_be_left_out_holds_no_section_back(page, live_server, log_in):
    batch = batch_of("ordered", "", tail=FREE_WORDS_FIRST)
    log_in(page, world.annotator())
    open_hit(page, live_server, batch)
    expect(page.get_by_label("Why?")).to_be_hidden()
    expect(
        page.get_by_text("Answer the previous section first.").locator("visible=true")
    ).to_have_count(1)
    page.locator("label:has(input[name=right][value='4'])").click()
    page.get_by_label("Why?").fill("Nothing is wrong.")
    page.get_by_role("button", name="Submit").click()
    page.wait_for_url("**/done/")
    assert submitted() == {"right": 4, "why": "Nothing is wrong."}


@pytest.mark.parametrize(("device", "scripts"), DEVICES)
def test_key_points_in_two_steps(open_page, live_server, log_in, shoot, device, scripts):
    batch = study("key-points", ["A sitting man in a scarlet coat."], {}, world.project())
    page = open_page(device, java_script_enabled=scripts)
    log_in(page, world.annotator())
    open_hit(page, live_server, batch)
    shoot(page, "key-points-start")
    for number, (mentioned, correct) in enumerate([(1, 1), (1, 0), (0, None), (0, None)], 1):
        page.locator(
            f"label:has(input[name='key_point.{number}.mentioned'][value='{mentioned}'])"
        ).click()
        second = page.locator(
            f"label:has(input[name='key_point.{number}.correct'][value='{correct or 0}'])"
        )
        if scripts and correct is None:
            expect(second).to_be_hidden()
        elif correct is not None:
            second.click()
        total = page.locator("[data-total]")
        if scripts:
            expect(total).to_have_text("Total: 1 / 4")
        else:
            expect(total).to_be_hidden()
        page.locator(f"textarea[name='key_point.{number}.reason']").fill(f"Reason {number}.")
    shoot(page, "key-points")
    page.get_by_role("button", name="Submit").click()
    page.wait_for_url("**/done/")
    assert submitted() == {
        "key_point.1.mentioned": 1, "key_point.1.correct": 1, "key_point.1.reason": "Reason 1.", "key_point.1": 1,
        "key_point.2.mentioned": 1, "key_point.2.correct": 0, "key_point.2.reason": "Reason 2.", "key_point.2": 0,
        "key_point.3.mentioned": 0, "key_point.3.reason": "Reason 3.", "key_point.3": 0,
        "key_point.4.mentioned": 0, "key_point.4.reason": "Reason 4.", "key_point.4": 0, "total_score": 1,
    }  # fmt: skip


@pytest.mark.parametrize("device", [DESKTOP, pytest.param(PHONE, marks=pytest.mark.long)])
def test_products_a_table_and_one_anchored_score(open_page, live_server, log_in, shoot, device):
    batch = study("comparative-summary", [TABLE], {}, world.project())
    page = open_page(device)
    log_in(page, world.annotator())
    open_hit(page, live_server, batch)
    assert page.locator(".record").nth(1).locator("dd").nth(2).inner_text() == "N/A"
    assert page.locator(".output table tbody td").all_inner_texts() == ["Price", "$15", "N/A"]
    assert page.locator(".output script").count() == 0
    page.get_by_text("Show all").click()
    page.locator("label:has(input[name='covers.2.pros'][value='1'])").click()
    page.locator("textarea[name=explanation]").fill("Both prices are there.")
    page.locator("label:has(input[name=informativeness][value='4'])").click()
    shoot(page, "comparative-summary")
    page.get_by_role("button", name="Submit").click()
    page.wait_for_url("**/done/")
    assert submitted() == {
        "covers.2.pros": 1,
        "explanation": "Both prices are there.",
        "informativeness": 4,
    }
