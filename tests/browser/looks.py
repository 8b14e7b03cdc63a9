"""Contact sheets of the researcher's pages from a running demo: `make looks`.

`python -m tests.browser.looks http://127.0.0.1:8000 FOLDER [PART]` follows the links from Home to
one page per route. It saves a sheet of each page: wide and narrow, light and dark. With PART, it
saves only pages whose path contains PART.
"""

import io
import os
import sys
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import django
from PIL import Image
from playwright.sync_api import Browser, Error, Page, sync_playwright

from tests.browser.pictures import log_in
from tests.conftest import find_chromium

LOOKS = [(width, colours) for width in (1280, 390) for colours in ("light", "dark")]
HEIGHT = 844
TALLEST = 2600  # px of a page that a sheet holds
GAP = 12
START = "/admin/"
# A person's own pages, which no link of the desk below START leads to.
OWN = ("/your-sessions/", "/your-data/", "/accounts/second-factor/", "/accounts/institutions/")
# What answers with a file, ends the session, or is Django's own about another page.
PASSED_OVER = ("/file/", "/export/file", "/logout/", "/history/", "/jsi18n/", "/password_change/")


def main(address: str, folder: Path, part: str = "") -> None:
    """Save a sheet for every route that can be reached by links, and print the other routes."""
    set_up()
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        pages = list(_looks(browser, address))
        seen = set()
        for route, path in routes(pages[0]):
            seen.add(route)
            if part in path:
                _sheet(pages, path).save(folder / f"{route.replace(':', '-')}.png")
                sys.stdout.write(f"{route} {path}\n")
        browser.close()
    sys.stdout.write(f"No link leads to: {', '.join(sorted(_all_routes() - seen))}\n")


def set_up() -> None:
    """Set up Django so that routes can be resolved."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotation.settings")
    django.setup()


def _looks(browser: Browser, address: str) -> Iterator[Page]:
    first = browser.new_page(base_url=address)
    log_in(first, "researcher")
    first.wait_for_url(lambda url: "/login/" not in url)
    state = first.context.storage_state()
    for width, colours in LOOKS:
        context = browser.new_context(
            base_url=address,
            storage_state=state,
            viewport={"width": width, "height": HEIGHT},
            color_scheme="light" if colours == "light" else "dark",
        )
        yield context.new_page()


def routes(page: Page, *starts: str) -> Iterator[tuple[str, str]]:
    """Yield each route's name and the first path that leads there from `starts`, breadth first."""
    starts = starts or (START, *OWN)
    waiting, met = deque(starts), set(starts)
    seen: set[str] = set()
    while waiting:
        path = waiting.popleft()
        route = _route_of(path)
        if route is None or route in seen:
            continue
        try:
            answer = page.goto(path)
        except Error:  # a file, which is downloaded
            continue
        if answer is None or not answer.ok or "text/html" not in answer.headers["content-type"]:
            continue
        final = urlsplit(page.url).path
        route = _route_of(final) or route
        if route in seen:
            continue
        seen.add(route)
        parts = urlsplit(page.url)
        yield route, parts.path + (f"?{parts.query}" if parts.query else "")
        for link in page.locator("a[href]").evaluate_all("all => all.map(a => a.href)"):
            parts = urlsplit(link)
            found = parts.path + (f"?{parts.query}" if parts.query else "")
            if parts.path.startswith(starts[0]) and found not in met:
                met.add(found)
                waiting.append(found)


def _route_of(path: str) -> str | None:
    from django.urls import Resolver404, resolve

    plain = urlsplit(path).path
    if any(part in plain for part in PASSED_OVER):
        return None
    try:
        match = resolve(plain)
    except Resolver404:
        return None
    kind = match.kwargs.get("step") or match.kwargs.get("kind") or ""
    return f"{match.view_name}-{kind}" if kind else match.view_name


def _all_routes() -> set[str]:
    from django.contrib import admin

    names = {getattr(pattern, "name", None) for pattern in admin.site.get_urls()}
    return {f"admin:{name}" for name in names if name}


def _sheet(pages: list[Page], path: str) -> Image.Image:
    shots = []
    for page in pages:
        page.goto(path)
        page.wait_for_timeout(300)
        shot = Image.open(io.BytesIO(page.screenshot(full_page=True))).convert("RGB")
        shots.append(shot.crop((0, 0, shot.width, min(shot.height, TALLEST))))
    sheet = Image.new(
        "RGB",
        (sum(shot.width + GAP for shot in shots), max(shot.height for shot in shots)),
        "#888888",
    )
    left = 0
    for shot in shots:
        sheet.paste(shot, (left, 0))
        left += shot.width + GAP
    return sheet


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), *sys.argv[3:4])
