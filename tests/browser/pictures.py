"""The documentation's pictures, from a running demo: `python -m tests.browser.pictures
http://127.0.0.1:8000`.

They show the annotator's page at two widths, each library rubric, a report and the researcher's
main pages. Run this again after the pages have changed.
"""

import io
import os
import re
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from annotation.services import demo_password
from tests.conftest import find_chromium

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "images"
VAR = Path(os.environ.get("RATEROOM_VAR", ROOT / "var"))
PASSWORD = demo_password(VAR)
SIZES = ((1280, 900), (390, 844))
COLOURS = 128
REPORT_HEIGHT = 1400
RUBRIC_WIDTH = 1700  # the editor shows the page next to the text
RATED = "Rate descriptions of drawn scenes"


def main(address: str) -> None:
    """Take all pictures again."""
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        for width, height in SIZES:
            page = browser.new_page(viewport={"width": width, "height": height}, base_url=address)
            log_in(page, "annotator")
            open_hit(page, RATED)
            keep(page, f"annotator-{width}", full=False)
        page = browser.new_page(
            viewport={"width": SIZES[0][0], "height": REPORT_HEIGHT}, base_url=address
        )
        log_in(page, "researcher")
        open_report(page)
        keep(page, f"report-{SIZES[0][0]}", full=False)
        page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
        for name, link in desk_pages(page):
            page.goto(link)
            page.wait_for_load_state("networkidle")
            keep(page, f"{name}-{SIZES[0][0]}", full=False)
        page.set_viewport_size({"width": RUBRIC_WIDTH, "height": REPORT_HEIGHT})
        keep_rubrics(page)
        browser.close()
    keep_tutorial()


def log_in(page: Page, name: str) -> None:
    page.goto("/accounts/login/")
    page.locator("[name=login]").fill(name)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main form button").click()


def open_hit(page: Page, title: str) -> None:
    page.goto("/")
    page.get_by_role("link", name=title, exact=True).click()
    if consent := page.locator("[name=consent]").all():
        consent[0].check()
    page.locator("form.start button").click()
    page.wait_for_load_state("networkidle")


def open_report(page: Page) -> None:
    """Open the report of the researcher's first closed batch, and wait until it is loaded."""
    page.goto(f"/batches/{first_batch(page, 'closed')}/report/")
    page.wait_for_selector("main table", state="attached", timeout=120_000)
    page.wait_for_load_state("networkidle")


def first_batch(page: Page, state: str) -> str:
    """Return the id of the first batch in that state."""
    page.goto(f"/admin/batches/?state={state}")
    link = str(page.locator("main .table tbody th a").first.get_attribute("href"))
    number = re.search(r"/batch/(\d+)/", link)
    if number is None:
        raise SystemExit(f"No batch is {state}; load the demo first.")
    return number[1]


def desk_pages(page: Page) -> list[tuple[str, str]]:
    """Return the name and address of each of the researcher's main pages."""
    pilot, draft = first_batch(page, "closed"), first_batch(page, "draft")
    return [
        ("desk", "/admin/"),
        ("batch", f"/admin/hits/batch/{pilot}/running/"),
        ("review", "/admin/review/"),
        ("steps", f"/admin/batches/{draft}/steps/pay/"),
    ]


def keep_rubrics(page: Page) -> None:
    """Save a picture of each library rubric's page with sample content."""
    numbers = library_rubrics(page)
    for name, number in numbers.items():
        page.goto(f"/admin/rubrics/write/?copy={number}")
        page.frame_locator("iframe").locator("section, fieldset").first.wait_for()
        page.wait_for_load_state("networkidle")
        keep_picture(page.locator("iframe").screenshot(), f"rubric-{name}")


def library_rubrics(page: Page) -> dict[str, str]:
    """Return the ids of the library's rubrics by name, from all pages of the list."""
    numbers, link = {}, "/admin/rubrics/"
    while link:
        page.goto(link)
        for row in page.locator("main .table tbody th a").all():
            number = str(row.get_attribute("href")).rstrip("/").rpartition("/")[2]
            numbers[row.inner_text().partition(" ")[0]] = number
        after = page.get_by_role("link", name="Next", exact=True).all()
        link = f"/admin/rubrics/{after[0].get_attribute('href')}" if after else ""
    return numbers


def keep_tutorial() -> None:
    """Save the tutorial's pictures from the screenshots that the tutorial's test has left."""
    page = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
    for name in re.findall(r"images/tutorial-([\w-]+)\.png", page):
        shot = ROOT / "build" / "tutorial" / f"{name}-{SIZES[0][0]}.png"
        keep_picture(shot.read_bytes(), f"tutorial-{name}")


def keep(page: Page, name: str, *, full: bool = True) -> None:
    keep_picture(page.screenshot(full_page=full), name)


def keep_picture(screenshot: bytes, name: str) -> None:
    """Save a PNG with few colours, so that text stays sharp and the file is small."""
    picture = Image.open(io.BytesIO(screenshot))
    FOLDER.mkdir(exist_ok=True)
    picture.convert("RGB").quantize(COLOURS).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000")
