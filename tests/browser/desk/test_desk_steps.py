"""Tests of the way from New batch to an annotator's HIT, with clicks and words counted."""

import re

import pytest
from playwright.sync_api import expect

from hits.models import Assignment, Batch
from people.models import Membership
from stimuli.models import DatasetImport
from tests import world
from tests.browser.desk.test_main_job import SECTIONS, files
from tests.browser.test_accessibility import problems
from tests.conftest import PHONE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
MOST_CLICKS, MOST_SECONDS = 12, 90
WORDS_A_MINUTE, SECONDS_A_CLICK = 240, 2


# The visible words of the page; its list of steps counts where it is first seen. Of a select the
# choice made, of a table of the researcher's own the header, and nothing for ears alone.
WORDS = """() => {
  const seen = sessionStorage.getItem("steps-read");
  if (document.querySelector(".steps")) sessionStorage.setItem("steps-read", "yes");
  const apart = (seen ? ".steps, " : "") + ".mapping tbody, .visually-hidden, script, select";
  const shown = [...document.querySelectorAll("#main select")]
    .filter((select) => select.checkVisibility())
    .map((select) => select.selectedOptions[0].text);
  const texts = document.createTreeWalker(document.querySelector("#main"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { parentElement: parent, data } = texts.currentNode;
    if (!parent.closest(apart) && parent.checkVisibility()) shown.push(data);
  }
  return shown.join(" ").match(/[\\p{L}\\p{N}.,$’'-]+/gu).length;
}"""


class Path:
    """A person's way through the pages, with the number of clicks and of words to read.

    Each page counts once, and the list of steps only when it first appears. The annotator's
    instructions do not count, because they belong to the rubric.
    """

    def __init__(self, page) -> None:
        self.page, self.clicks, self.words = page, 0, 0

    def read(self) -> None:
        self.words += self.page.evaluate(WORDS)

    def click(self, locator) -> None:
        locator.click()
        self.clicks += 1

    def press(self, words: str) -> None:
        """Click the page's only primary button, which must have this label."""
        button = self.page.locator("#main .button:not(.secondary):visible")
        expect(button).to_have_count(1)
        expect(button).to_have_text(words)
        self.click(button)

    @property
    def seconds(self) -> float:
        return self.words / WORDS_A_MINUTE * 60 + self.clicks * SECONDS_A_CLICK

    @property
    def figures(self) -> str:
        return f"{self.clicks} clicks, {self.words} words, {self.seconds:.0f} s"


@pytest.fixture
def newcomer():
    """A new user who owns an empty project without funds, data or annotators."""
    user = world.person("nora", is_staff=True)
    project = world.project(money="0", name="Photo study")
    user.memberships.create(project=project, role=Membership.Role.OWNER)
    return user


def build_and_publish(desk, path, folder, shoot) -> None:
    """Create and publish a batch from the empty Home, using only primary buttons."""
    path.read()
    shoot(desk, "home-empty")
    assert problems(desk) == []
    path.clicks += 1
    desk.locator("input[type=file]").set_input_files(files(folder))
    expect(desk.get_by_role("button", name="Import")).to_be_visible()
    path.read()
    assert problems(desk) == []
    shoot(desk, "steps-columns")
    path.press("Import")
    expect(desk.locator("[aria-current=step]")).to_contain_text("Rubric")
    path.read()
    shoot(desk, "steps-asked")
    path.press("Continue to Participants")
    expect(desk.get_by_text("no one in the project's pool can")).to_be_visible()
    path.read()
    shoot(desk, "steps-people")
    path.click(desk.get_by_label("Everyone with an account"))
    path.press("Continue to Check and publish")
    expect(desk.get_by_label("Add funds")).to_have_value("0.36")
    path.read()
    assert problems(desk) == []
    shoot(desk, "steps-publish")
    path.press("Add funds and publish for $0.36")
    expect(desk.locator(".state").first).to_have_text("Live")


def rate_first_hit(annotator, path) -> None:
    """Rate a HIT from the batch's page on. Clicks are no longer counted once the HIT is open."""
    Batch.objects.update(least_reading_percent=0)  # this person reads at once
    path.click(annotator.get_by_role("button", name="Start"))
    expect(annotator.get_by_role("button", name="Submit")).to_be_visible()
    picture = annotator.locator(".block-image img").first
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    for key in SECTIONS:
        annotator.locator(f"label.option:has(input[name={key}][value='1'])").click()
    annotator.get_by_role("button", name="Submit").click()
    expect(annotator.locator(".bar-facts")).to_contain_text("1 done")
    assert Assignment.objects.filter(state="submitted").count() == 1


@pytest.mark.long
@pytest.mark.usefixtures("celery_worker_process")
def test_from_an_empty_project_to_a_hit_in_an_annotators_browser(
    open_page, live_server, log_in, newcomer, shoot, tmp_path, record_property
):
    desk = open_page()
    log_in(desk, newcomer)
    desk.goto(live_server.url + "/admin/")
    path = Path(desk)
    build_and_publish(desk, path, tmp_path, shoot)
    annotator = open_page()
    log_in(annotator, world.annotator())
    annotator.goto(f"{live_server.url}/batches/{Batch.objects.get().pk}/")
    rate_first_hit(annotator, path)
    record_property("figures", path.figures)
    assert path.clicks <= MOST_CLICKS, path.figures
    assert path.seconds <= MOST_SECONDS, path.figures


def open_step(page, name) -> None:
    page.get_by_role("navigation", name="Steps").get_by_role("link", name=name).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(name)


def test_a_draft_is_walked_on_a_phone_and_looked_at(open_page, live_server, log_in, shoot):
    project = world.project()
    data = world.dataset(project, items=3)
    batch = world.draft_batch(project, data)
    phone = open_page(PHONE)
    log_in(phone, world.researcher(project))
    phone.goto(f"{live_server.url}/admin/batches/{batch.pk}/steps/compared/")
    seen = problems(phone)
    open_step(phone, "Pay and time")
    phone.get_by_label("Annotators per HIT", exact=True).fill("3")
    expect(phone.locator(".hero-number")).to_have_text("$1.08")
    expect(phone.locator(".form-foot")).to_contain_text("$1.08")
    expect(phone.get_by_text("Saved.", exact=True)).to_be_hidden()
    seen += problems(phone)
    open_step(phone, "Participants")
    open_step(phone, "Pay and time")
    expect(phone.get_by_label("Annotators per HIT", exact=True)).to_have_value("3")
    phone.get_by_label("Annotators per HIT", exact=True).fill("0")
    phone.get_by_role("link", name="Participants").first.click()
    expect(phone.locator(".error-summary")).to_contain_text("Annotators per HIT")
    phone.get_by_label("Annotators per HIT", exact=True).fill("3")
    phone.get_by_role("button", name="Continue to Check and publish").click()
    open_step(phone, "Preview")
    shoot(phone, "steps-look")
    first = phone.frame_locator("iframe").get_by_role("button", name="Check your answers")
    expect(first).to_be_visible()
    phone.keyboard.press("j")
    expect(phone.get_by_text("HIT 2 of 6")).to_be_visible()
    phone.get_by_role("link", name="Phone").click()
    expect(phone.locator(".look-phone iframe")).to_be_visible()
    seen += problems(phone)
    phone.get_by_role("button", name="Continue").click()
    expect(
        phone.get_by_role("heading", name="3 items show the same files as other items")
    ).to_be_visible()
    assert seen + problems(phone) == []
    phone.get_by_role("button", name="Accept finding").first.click()
    expect(phone.get_by_text("Accepted", exact=True)).to_be_visible()


def test_an_upload_shows_how_far_it_is_and_can_be_cancelled(
    page, live_server, log_in, newcomer, shoot
):
    log_in(page, newcomer)
    page.goto(live_server.url + "/admin/")
    network = page.context.new_cdp_session(page)
    slow = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": 200_000}
    network.send("Network.emulateNetworkConditions", slow)
    row = b"a,Heron,A quay.\n"
    table = {"name": "t.csv", "mimeType": "text/csv", "buffer": b"item,system,text\n" + row}
    large = {**table, "name": "clips.zip", "buffer": bytes(2_000_000)}
    page.locator("input[type=file]").set_input_files([table, large])
    percent = page.locator("[data-percent]")
    expect(percent).to_have_text(re.compile("^[1-9][0-9]$"))
    shoot(page, "upload-progress")
    assert problems(page) == []
    page.get_by_role("button", name="Cancel").click()
    expect(percent).to_be_hidden()
    assert not DatasetImport.objects.exists()
    network.send("Network.emulateNetworkConditions", {**slow, "uploadThroughput": -1})
    page.locator("input[type=file]").set_input_files([table, table])
    expect(page.get_by_text("Choose one table.").first).to_be_visible()
    assert not DatasetImport.objects.exists()
    page.locator("input[type=file]").set_input_files([table])
    expect(page.get_by_role("button", name="Import")).to_be_visible()
    assert [bool(each.archive) for each in DatasetImport.objects.all()] == [False]
