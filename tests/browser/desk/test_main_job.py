"""A test of the whole tutorial with its own files. With SHOTS, it saves the pictures."""

import csv
import io
import json
import re
import subprocess
from pathlib import Path

import pytest
from django.core.management import call_command
from playwright.sync_api import expect

from demo.material import MEDIA
from hits.addresses import assignment_id
from hits.models import Assignment, Batch
from judges.models import JudgeRun
from stimuli.models import Dataset, Medium
from tests import world
from tests.documentation import text_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
TUTORIAL = text_of("tutorial")
SECTIONS = ["naturalness", "coherence", "word_choice", "syntax", "coverage"]


def files(folder: Path) -> tuple[Path, Path]:
    """Return the tutorial's table, and the ZIP file created by the tutorial's command."""
    table, archive = folder / "table.csv", folder / "media.zip"
    rows = re.search(r"^```csv\n(.*?)^```$", TUTORIAL, re.DOTALL | re.MULTILINE)[1]
    table.write_text(rows, encoding="utf-8")
    command = re.search(r"^```sh\n(.*?)^```$", TUTORIAL, re.DOTALL | re.MULTILINE)[1]
    subprocess.run([*command.replace(archive.name, str(archive)).split()], cwd=MEDIA, check=True)
    return table, archive


def import_dataset(page, live_server, table, archive, project, shoot):
    page.goto(live_server.url + "/admin/")
    shoot(page, "admin-index")
    page.get_by_role("link", name="Datasets").first.click()
    page.get_by_role("link", name="Import dataset").first.click()
    shoot(page, "import")
    page.get_by_label("Drop a file here").set_input_files([table, archive])
    page.get_by_label("Name", exact=True).fill("Photographs")
    page.get_by_label("Rubric", exact=True).select_option(label="image-paragraph v1")
    page.get_by_role("button", name="Import").click()
    page.wait_for_url("**/steps/asked/")  # a draft with the data


def build_and_publish(page, shoot):
    """Complete the steps of a new batch with the suggested rubric, and publish it."""
    open_step(page, "Participants")
    page.get_by_label("Title").fill("Rate three photographs")
    page.get_by_role("button", name="Continue").click()
    open_step(page, "Pay and time")
    page.get_by_label("Annotators per HIT", exact=True).fill("2")
    page.get_by_label("Reward", exact=True).fill("0.05")
    page.get_by_label("Amount", exact=True).fill("0.01")
    expect(page.locator(".hero-number")).to_have_text(
        "$0.72"
    )  # 3 items x 2 systems x 2 annotators x 0.06
    shoot(page, "steps-people")
    page.get_by_role("button", name="Continue").click()
    open_step(page, "Preview")
    frame = page.frame_locator("iframe")
    picture = frame.locator(".block-image img")
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    for key in SECTIONS:
        frame.locator(f"input[name={key}][value='2']").check()
    frame.get_by_role("button", name="Check your answers").click()
    expect(frame.locator(".message-success code")).to_have_count(5)
    shoot(page, "steps-look")
    page.get_by_role("button", name="Continue").click()
    invite(page, shoot)
    shoot(page, "steps-publish")
    page.get_by_role("button", name="Publish for $0.72").click()
    expect(page.locator(".state")).to_have_text("Live")


def open_step(page, name) -> None:
    """Open a step from the list of steps, once the previous step is saved."""
    expect(page.locator("[aria-current=step]")).to_be_visible()
    page.get_by_role("navigation", name="Steps").get_by_role("link", name=name).click()
    expect(page.locator("[aria-current=step]")).to_contain_text(name)


def invite(page, shoot):
    """Add two annotators to the project's pool, starting from the last step and returning to it."""
    world.annotator(), world.second_annotator()
    found = page.locator(".findings-list").first
    expect(found).to_contain_text("No one can work on this batch yet")
    publish_page = page.url
    found.get_by_role("link", name="Participants").click()
    page.get_by_role("link", name="Project pool").click()
    page.get_by_label("User names or email addresses").fill("ann\nben\n")
    page.get_by_role("button", name="Add to the pool").click()
    expect(page.get_by_role("heading", name="People who have not joined yet")).to_be_visible()
    shoot(page, "admin-pool")
    page.goto(publish_page)
    expect(found).to_contain_text("2 people in the pool must log in")


def rate_all(page, live_server, batch, values, press):
    """Rate every HIT of the batch. Return the answers by assignment."""
    page.goto(f"{live_server.url}/batches/{batch.pk}/")
    page.get_by_role("button", name="Start").click()
    clicked = {}
    for turn in range(batch.hits.count()):
        expect(page.locator(".bar-facts")).to_contain_text(f"{turn} done")
        expect(page.get_by_role("button", name="Keyboard shortcuts")).to_be_visible()
        answers = values[turn % len(values)]
        clicked[assignment_id(re.search(r"/assignments/(\w+)/", page.url)[1])] = dict(
            zip(SECTIONS, answers, strict=True)
        )
        press(page, answers)
    page.wait_for_url("**/done/")
    return clicked


def with_keys(page, answers):
    for digit in answers:
        page.keyboard.press(digit)
    page.keyboard.press("Control+Enter")


def with_mouse(page, answers):
    for key, value in zip(SECTIONS, answers, strict=True):
        page.locator(f"label.option:has(input[name={key}][value='{value}'])").click()
    page.get_by_role("button", name="Submit").click()


def exported(page, live_server, batch, kind):
    reply = page.request.get(f"{live_server.url}/batches/{batch.pk}/export/{kind}.csv")
    assert reply.status == 200
    return list(csv.DictReader(io.StringIO(reply.text(), newline="")))


@pytest.mark.usefixtures("celery_worker_process")
def test_from_a_folder_of_pictures_to_a_comparison(
    open_page, phone, live_server, log_in, shoot, tmp_path
):
    project = world.project(money="10.00", name="Photo study")
    researcher = world.researcher(project)
    table, archive = files(tmp_path)
    desk = open_page()
    log_in(desk, researcher)
    import_dataset(desk, live_server, table, archive, project, shoot)
    assert Dataset.objects.get().items.count() == 3
    assert sorted(Medium.objects.values_list("original_name", flat=True)) == [
        "bakery.jpg",
        "breakfast.jpg",
        "harbour.jpg",
    ]
    build_and_publish(desk, shoot)
    batch = Batch.objects.get()
    assert (batch.hits.count(), batch.assignments.count()) == (6, 12)
    Batch.objects.update(least_reading_percent=0)  # these two read at once

    first, second = open_page(), open_page()
    log_in(first, world.annotator())
    log_in(second, world.second_annotator())
    clicked = rate_all(first, live_server, batch, ["12312", "11111", "33221"], with_keys)
    clicked |= rate_all(second, live_server, batch, ["21321", "12111"], with_mouse)

    wide = {
        int(row["AssignmentId"]): {key: row[f"Answer.{key}"] for key in SECTIONS}
        for row in exported(desk, live_server, batch, "wide")
    }
    assert wide == clicked
    long = {
        (int(row["AssignmentId"]), row["Question"]): row["Number"]
        for row in exported(desk, live_server, batch, "long")
    }
    assert long == {
        (pk, key): value for pk, answers in clicked.items() for key, value in answers.items()
    }

    review(desk, live_server, batch, shoot)
    compare(desk, phone, live_server, log_in, researcher, batch, shoot, tmp_path)


def review(desk, live_server, batch, shoot):
    """Reject one response with a reason and approve the rest. Check the payments."""
    desk.goto(f"{live_server.url}/admin/hits/batch/{batch.pk}/settings/")
    shoot(desk, "admin-batch-live")
    desk.goto(f"{live_server.url}/admin/review/table/?batch={batch.pk}")
    waiting = desk.locator("input[name=chosen]")
    expect(waiting).to_have_count(12)
    shoot(desk, "admin-review")
    waiting.first.check()
    desk.get_by_role("button", name="Reject …").click()
    desk.get_by_label("Rejection category").select_option("no_effort")
    desk.get_by_label("Reason").fill("Always the same answers.")
    desk.get_by_role("button", name="Reject 1").click()
    desk.goto(f"{live_server.url}/admin/review/table/?batch={batch.pk}")
    expect(waiting).to_have_count(11)
    for box in waiting.all():
        box.check()
    desk.get_by_role("button", name="Approve …").click()
    expect(desk.locator("main")).to_contain_text("$0.55")
    desk.get_by_role("button", name="Approve", exact=True).click()
    expect(desk.locator("main")).to_contain_text("11")
    assert (
        Assignment.objects.filter(
            batch=batch, state="rejected", reason="Always the same answers."
        ).count()
        == 1
    )
    assert Assignment.objects.filter(batch=batch, state="free").count() == 1


def compare(desk, phone, live_server, log_in, researcher, batch, shoot, tmp_path):
    """Import a judge's replies, and open the report on a desktop and on a phone."""
    replies = tmp_path / "judge.jsonl"
    hits = world.shown_systems(batch)
    lines = [
        {
            "item": item,
            "system": system,
            "reply": "\n".join(f"Section {n}: {1 + (n + turn) % 3}" for n in range(1, 6)),
        }
        for turn, (item, system) in enumerate(hits)
    ]
    lines[0]["reply"] = "I'm sorry, I can't help with that."
    replies.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    call_command("import_judge_run", batch.pk, replies, "--name", "First run", "--model", "judge-x")
    assert JudgeRun.objects.get().verdicts.filter(error_code="refusal").count() == 1
    desk.goto(f"{live_server.url}/batches/{batch.pk}/report/")
    groups = desk.locator(".figures tr.group")
    expect(groups).to_have_count(5, timeout=60_000)
    expect(desk.locator("main")).to_contain_text("overall")
    expect(desk.locator(".codes")).to_contain_text("the judge declined: 1")
    shoot(desk, "report")
    with desk.expect_download() as table:
        desk.locator("a[href$='/judges.tex']").click()
    assert "\\begin{tabular}" in Path(table.value.path()).read_text(encoding="utf-8")
    log_in(phone, researcher)
    phone.goto(f"{live_server.url}/batches/{batch.pk}/report/")
    shoot(phone, "report")
    phone.goto(f"{live_server.url}/admin/hits/batch/{batch.pk}/settings/")
    shoot(phone, "admin-batch-live")
