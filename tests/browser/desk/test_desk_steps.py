"""From New batch to a HIT in an annotator's browser: clicks counted, words counted, nothing a manual
would have to say."""

import pytest
from playwright.sync_api import expect

from hits.models import Assignment, Batch
from people.models import Membership
from tests import world
from tests.browser.desk.test_main_job import SECTIONS, files
from tests.browser.test_accessibility import problems
from tests.conftest import PHONE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
MOST_CLICKS, MOST_SECONDS = 12, 90
WORDS_A_MINUTE, SECONDS_A_CLICK = 240, 2


# The visible words of the page beside its list of steps: of a select the choice made, of a table of
# the researcher's own the header, and nothing that is there for ears alone.
WORDS = """() => {
  const apart = ".stepper, .mapping tbody, .visually-hidden, script, select";
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
    """A person's way through pages: what was clicked, and how many words stood there to be read.

    Not counted are the annotator's instructions, which are the rubric's.
    """

    def __init__(self, page) -> None:
        self.page, self.clicks, self.words = page, 0, 0

    def read(self) -> None:
        self.words += self.page.evaluate(WORDS)

    def click(self, locator) -> None:
        locator.click()
        self.clicks += 1

    def go_on(self, step: str, by: str = "Continue") -> None:
        self.click(self.page.get_by_role("button", name=by))
        expect(self.page.locator("[aria-current=step]")).to_have_text(step)
        self.read()

    @property
    def seconds(self) -> float:
        return self.words / WORDS_A_MINUTE * 60 + self.clicks * SECONDS_A_CLICK


@pytest.fixture
def newcomer():
    """A fresh account that owns a project with money, and nothing else."""
    user = world.person("nora", is_staff=True)
    project = world.project(money="50.00", name="Photo study")
    user.memberships.create(project=project, role=Membership.Role.OWNER)
    user.pools.create(project=project)
    return user


def build_and_publish(desk, folder, shoot) -> Path:
    """From the first page's "Upload data" to a live batch; the way there, counted."""
    table, archive = files(folder)
    path = Path(desk)
    path.click(desk.get_by_role("link", name="Upload data"))
    path.read()
    desk.get_by_label("Table (CSV or JSONL)").set_input_files(table)
    desk.get_by_label("Pictures, clips, sounds (ZIP)").set_input_files(archive)
    path.clicks += 2
    assert problems(desk) == []
    path.click(desk.get_by_role("button", name="Upload"))
    expect(desk.get_by_role("button", name="Import")).to_be_visible()
    path.read()
    assert problems(desk) == []
    shoot(desk, "steps-columns")
    path.click(desk.get_by_role("button", name="Import"))
    expect(desk.get_by_text("Data imported")).to_be_visible()
    path.read()
    path.go_on("Rubric")
    for step in ("Systems and sample", "Annotators and pay", "Preview", "Publish"):
        path.go_on(step)
    path.click(desk.get_by_role("button", name="Publish for $0.36"))
    expect(desk.locator(".state").first).to_have_text("Live")
    return path


def rate_first_hit(annotator, path) -> None:
    """From the batch's page to a submitted HIT; no longer counted once the HIT is open."""
    path.click(annotator.get_by_role("button", name="Start"))
    expect(annotator.get_by_role("button", name="Submit")).to_be_visible()
    assert path.clicks <= MOST_CLICKS
    assert path.seconds <= MOST_SECONDS
    picture = annotator.locator(".block-image img").first
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    for key in SECTIONS:
        annotator.locator(f"label.option:has(input[name={key}][value='1'])").click()
    annotator.get_by_role("button", name="Submit").click()
    expect(annotator.locator(".bar-facts")).to_contain_text("1 done")
    assert Assignment.objects.filter(state="submitted").count() == 1


@pytest.mark.usefixtures("celery_worker_process")
def test_from_new_batch_to_a_hit_in_an_annotators_browser(
    open_page, live_server, log_in, newcomer, shoot, tmp_path, record_property
):
    project = newcomer.projects.get()
    project.pool.create(user=world.annotator())
    desk = open_page()
    log_in(desk, newcomer)
    desk.goto(live_server.url + "/admin/")
    path = build_and_publish(desk, tmp_path, shoot)
    annotator = open_page()
    log_in(annotator, world.annotator())
    annotator.goto(f"{live_server.url}/batches/{Batch.objects.get().pk}/")
    rate_first_hit(annotator, path)
    record_property("figures", f"{path.clicks} clicks, {path.words} words, {path.seconds:.0f} s")


def test_a_draft_is_walked_on_a_phone_and_looked_at(open_page, live_server, log_in, shoot):
    project = world.project()
    data = world.dataset(project, items=3)
    batch = world.draft_batch(project, data)
    phone = open_page(PHONE)
    log_in(phone, world.researcher(project))
    phone.goto(f"{live_server.url}/admin/batches/{batch.pk}/steps/asked/")
    seen = []
    for step in ("compared", "people", "look"):
        seen += problems(phone)
        phone.get_by_role("button", name="Continue").click()
        phone.wait_for_url(f"**/{step}/")
        if step == "people":
            phone.get_by_label("Annotators per HIT").fill("3")
            expect(phone.locator(".hero-number")).to_have_text("$1.08")
            expect(phone.locator(".form-foot")).to_contain_text("$1.08")
    shoot(phone, "steps-look")
    first = phone.frame_locator("iframe").get_by_role("button", name="Check the answers")
    expect(first).to_be_visible()
    phone.keyboard.press("j")
    expect(phone.get_by_text("HIT 2 of 6")).to_be_visible()
    phone.get_by_role("link", name="On a phone").click()
    expect(phone.locator(".look-phone iframe")).to_be_visible()
    seen += problems(phone)
    phone.get_by_role("button", name="Continue").click()
    expect(
        phone.get_by_role("heading", name="3 items show the same files as others")
    ).to_be_visible()
    assert seen + problems(phone) == []
    phone.get_by_role("button", name="Accept").first.click()
    expect(phone.get_by_text("Accepted.")).to_be_visible()
