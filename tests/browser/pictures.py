"""The pictures of the documentation, from a running demo: `python -m tests.browser.pictures
http://127.0.0.1:8000`.

One of each demo batch's HIT page at two widths, and of a pilot's report. Run after the pages have
changed.
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


def main(address: str) -> None:
    """Take every picture anew."""
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        for width, height in SIZES:
            page = browser.new_page(viewport={"width": width, "height": height}, base_url=address)
            log_in(page, "annotator")
            for title, link in batches(page):
                open_hit(page, link)
                keep(page, f"{slug(title)}-{width}")
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
        browser.close()


def log_in(page: Page, name: str) -> None:
    page.goto("/accounts/login/")
    page.locator("[name=login]").fill(name)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main form button").click()


def batches(page: Page) -> list[tuple[str, str]]:
    """(title, address) of every open batch."""
    page.goto("/")
    links = page.locator(".card h2 a")
    return [(one.inner_text(), str(one.get_attribute("href"))) for one in links.all()]


def open_hit(page: Page, link: str) -> None:
    page.goto(link)
    if consent := page.locator("[name=consent]").all():
        consent[0].check()
    page.locator("form.start button").click()
    page.wait_for_load_state("networkidle")


def open_report(page: Page) -> None:
    """The report of the first pilot that the researcher has."""
    page.goto(f"/batches/{first_batch(page, 'closed')}/report/")
    page.wait_for_selector("main table", timeout=120_000)
    page.wait_for_load_state("networkidle")


def first_batch(page: Page, state: str) -> str:
    """The number of the first batch in that state."""
    page.goto(f"/admin/batches/?state={state}")
    link = str(page.locator("main .table tbody th a").first.get_attribute("href"))
    number = re.search(r"/batch/(\d+)/", link)
    if number is None:
        raise SystemExit(f"No batch is {state}; load the demo first.")
    return number[1]


def desk_pages(page: Page) -> list[tuple[str, str]]:
    """(name, address) of the desk's main pages."""
    pilot, draft = first_batch(page, "closed"), first_batch(page, "draft")
    return [
        ("desk", "/admin/"),
        ("batch", f"/admin/hits/batch/{pilot}/running/"),
        ("review", "/admin/review/"),
        ("steps", f"/admin/batches/{draft}/steps/pay/"),
    ]


def slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def keep(page: Page, name: str, *, full: bool = True) -> None:
    """A PNG of few colours: text stays sharp, and the repository small."""
    picture = Image.open(io.BytesIO(page.screenshot(full_page=full)))
    FOLDER.mkdir(exist_ok=True)
    picture.convert("RGB").quantize(COLOURS).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000")
