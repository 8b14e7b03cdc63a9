"""Tests of ranking four captions by keyboard and by touch, and of its export and report with a
simulated judge."""

import csv
import io

import pytest
from playwright.sync_api import expect

from analysis.comparison.compare import compare
from analysis.comparison.results import ComparisonSettings
from analysis.data.ratings import batch_frame
from analysis.report.computing import perform_report
from analysis.requests import report_for
from hits.batches.unveiling import unveil_means
from hits.exports import stream
from hits.models import Assignment
from judges.replies.importing import JudgeSettings, import_judge_run
from surveys.versions.storing import load_version
from tests import world
from tests.browser.seat.test_annotator import answers, open_hit
from tests.browser.studies import HEAD, batch_of, square_picture
from tests.conftest import DESKTOP, PHONE
from tests.media import pair_batch

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
CAPTIONS = (
    "A boat with a red sail crosses the bay towards the lighthouse while two gulls follow it.",
    "A boat on the water.",
    "A sailing boat in a bay, with a lighthouse on the rocks behind it and a clear evening sky.",
    "Three horses graze in a meadow beside a wooden fence.",
)
MIDDLE = """
outputs: {per_page: 4, name: Caption}
stimulus:
  - {block: text, field: scene, title: Scene}
  - {block: outputs, title: Caption}
"""
PICTURES = """
outputs: {per_page: 4, name: Picture}
stimulus:
  - {block: outputs, title: Picture}
"""
TAIL = """
criteria:
  - {key: quality, title: Quality, level: ordinal, best: highest}
sections:
  - {key: rank, kind: ranking, title: Which caption is best?, criteria: [quality]}
reply: {format: section-lines}
"""
SHOWN = "cadb"
PUT_BACK = """(radio) => {
  radio.checked = true;
  radio.form.dispatchEvent(new Event("change", { bubbles: true }));
}"""
SCENE = {"scene": "A bay in the evening. A boat is on its way home."}


@pytest.fixture
def batch():
    made = batch_of("ranking", MIDDLE, fields=SCENE, texts=CAPTIONS, items=2, tail=TAIL)
    Assignment.objects.filter(batch=made).update(shown_order=SHOWN)
    return made


def ranks(assignment) -> str:
    given = answers(assignment)
    return "".join(str(given[f"{letter}.quality"]) for letter in "abcd")


def judge(batch) -> None:
    """Import a simulated judge whose ranks differ from the annotator's in only one item."""
    replies = [
        {
            "item": f"item {number}",
            "system": [f"System {system}" for system in range(4)],
            "reply": "\n".join(f"Caption {place}: {rank}" for place, rank in enumerate(given, 1)),
        }
        for number, given in enumerate(("1324", "1234"))
    ]
    settings = JudgeSettings(name="Simulated", model="none", simulated=True)
    assert dict(import_judge_run(batch=batch, settings=settings, replies=replies).failed) == {}


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["keys", "touch"])
def test_four_captions_are_ranked_compared_and_exported(
    open_page, live_server, log_in, shoot, batch, device
):
    page = open_page(device)
    log_in(page, world.annotator())
    open_hit(page, live_server, batch)
    shoot(page, "ranking")
    standing = page.locator("[data-standing] output")
    if device is DESKTOP:
        # Digits place one caption after the other; an arrow moves the last one down.
        page.keyboard.press("Tab")
        for digit in "2113":
            page.keyboard.press(digit)
        page.locator("[name='b.quality']:checked").focus()
        page.keyboard.press("ArrowRight")
    else:
        # The switcher leads to the third caption; each is in reach of its own places.
        page.get_by_role("navigation", name="Output to rate").get_by_text("3").tap()
        expect(page.locator("#output-3")).to_be_in_viewport()
        for letter, place in zip(SHOWN, "2114", strict=True):
            row = page.locator(f"#q-{letter}-quality")
            expect(row.locator(".recall")).to_be_visible()
            row.get_by_role("radio", name=place, exact=True).tap()
    expect(standing).to_have_text("1 Caption 2 = Caption 3 · 3 Caption 1 · 4 Caption 4")
    shoot(page, "ranking-done")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".ranked :checked")).to_have_count(0)
    done = Assignment.objects.get(state="submitted")
    assert (done.shown_order, ranks(done)) == (SHOWN, "1421")
    judge(batch)
    (row,) = csv.DictReader(io.StringIO(b"".join(stream(batch, "wide")).decode(), newline=""))
    assert [row[f"Answer.{letter}.quality"] for letter in "abcd"] == list("1421")
    assert [row[f"System_{letter}"] for letter in "abcd"] == [
        f"System {number}" for number in range(4)
    ]
    result = compare(batch_frame(batch), ComparisonSettings(draws=10)).criterion("quality")
    (compared,) = result.judges
    assert (compared.shared, result.people.ratings) == (4, 4)


@pytest.mark.parametrize(
    ("device", "scheme"), [pytest.param(DESKTOP, "dark", marks=pytest.mark.long), (PHONE, "light")]
)
def test_four_pictures_are_ranked(open_page, live_server, log_in, shoot, device, scheme):
    owner = world.project()
    pictures = [(square_picture(owner, left=left),) for left in (100, 300, 500, 700)]
    source = HEAD.format(name="pictures", title="Pictures") + PICTURES + TAIL
    batch = pair_batch(*pictures, rubric=load_version(source=source, project=owner))
    page = open_page(device, color_scheme=scheme)
    log_in(page, world.annotator())
    open_hit(page, live_server, batch)
    shown = page.locator(".output img").evaluate_all("(all) => all.map((one) => one.naturalWidth)")
    assert shown == [960] * 4
    shoot(page, f"pictures-{scheme}")
    order = Assignment.objects.get(state="claimed").shown_order
    for letter, place in zip(order, "1123", strict=True):
        page.locator(f"label:has([name='{letter}.quality'][value='{place}'])").click()
    standing = page.locator("[data-standing] output")
    expect(standing).to_have_text("1 Picture 1 = Picture 2 · 3 Picture 3 · 4 Picture 4")
    # As answers are put back that an earlier version holds: the form alone is told.
    page.locator(f"[name='{order[3]}.quality'][value='1']").evaluate(PUT_BACK)
    expect(standing).to_have_text("1 Picture 1 = Picture 2 = Picture 4 · 4 Picture 3")
    page.locator(f"[name='{order[3]}.quality'][value='3']").evaluate(PUT_BACK)
    page.get_by_role("button", name="Submit").click()
    page.wait_for_url("**/done/")
    given = answers(Assignment.objects.get(state="submitted"))
    assert "".join(str(given[f"{letter}.quality"]) for letter in order) == "1123"


@pytest.mark.parametrize(
    ("device", "scheme"), [(DESKTOP, "light"), pytest.param(PHONE, "dark", marks=pytest.mark.long)]
)
def test_the_report_draws_who_beats_whom(
    open_page, live_server, log_in, shoot, batch, device, scheme
):
    for user, places in ((world.annotator(), "1423"), (world.second_annotator(), "2113")):
        raw = {f"{letter}.quality": place for letter, place in zip("abcd", places, strict=True)}
        world.rate(user, batch, raw)
    judge(batch)
    perform_report(report_id=report_for(batch).pk)
    page = open_page(device, color_scheme=scheme)
    researcher = world.researcher(batch.project)
    unveil_means(batch=batch, by=researcher)
    log_in(page, researcher)
    page.goto(f"{live_server.url}/batches/{batch.pk}/report/")
    page.get_by_role("navigation", name="Contents").get_by_text("Head-to-head results").click()
    people, simulated = page.locator("table.wins").all()
    expect(people.locator("caption strong")).to_have_text("Quality: People")
    expect(simulated.locator("caption strong")).to_have_text("Quality: Simulated")
    row = people.get_by_role("row", name="System 0").get_by_role("cell")
    expect(row.nth(3).locator("strong")).to_have_text("0.50")  # won once and lost once
    expect(row.nth(5).locator("strong")).to_have_text("1.00")
    shoot(page, f"wins-{scheme}")


def test_without_scripts_the_places_are_plain_buttons(open_page, live_server, log_in, batch):
    page = open_page(DESKTOP, java_script_enabled=False)
    log_in(page, world.annotator())
    open_hit(page, live_server, batch)
    for letter, place in zip(SHOWN, "1234", strict=True):
        page.locator(f"[name='{letter}.quality'][value='{place}']").check()
    page.get_by_role("button", name="Submit").click()
    page.wait_for_load_state()
    assert ranks(Assignment.objects.get(state="submitted")) == "2413"
