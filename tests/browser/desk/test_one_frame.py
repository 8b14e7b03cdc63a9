"""Every page that the desk links to has one frame: the same header, navigation and style sheets."""

from collections import deque
from urllib.parse import urlsplit

import pytest
from django.urls import Resolver404, resolve

from tests.access.study import make_study

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.long]
START = "/admin/"
# Annotators' pages, a person's own, files, and an object's history, which is Django's.
OUTSIDE = ("/batches/", "/accounts/", "/your-", "/work/", "/media/", "/static/", "/notices/")
PASSED_OVER = (
    "/file",
    "/history/",
    "/jsi18n/",
    ".csv",
    ".json",
    "/export/",
    "/replay/",
    "/api/",
    "/look/",
)
SHEETS = ("css/tokens.css", "css/desk/frame.css", "css/desk/head.css")
# The header's words, those that a page shows behind its menu included, as the review queue does.
FRAME = """() => ({
    header: document.querySelector("header.bar")?.textContent.replaceAll(/\\s+/g, " ").trim() ?? "",
    entries: [...document.querySelectorAll(".rail a")].map(
        (link) => link.textContent.replaceAll(/\\s+/g, " ").trim()),
    current: document.querySelectorAll(".rail a[aria-current]").length,
    sheets: [...document.styleSheets].map((sheet) => sheet.href ?? ""),
    bar: Math.round(document.querySelector("header.bar")?.getBoundingClientRect().height ?? 0),
    links: [...document.querySelectorAll("a[href]")].map((link) => link.href),
    sideways: document.documentElement.scrollWidth > innerWidth,
})"""


def route_of(path: str) -> str | None:
    try:
        return resolve(path).view_name
    except Resolver404:
        return None


def leads_outside(path: str) -> bool:
    is_report = path.startswith("/batches/") and path.endswith("/report/")
    return (path.startswith(OUTSIDE) and not is_report) or any(part in path for part in PASSED_OVER)


def crawled(page, site: str):
    """(path, its frame) of one page for each route that links of the desk lead to."""
    waiting, met, routes = deque([START]), {START}, set()
    while waiting:
        path = waiting.popleft()
        route = route_of(urlsplit(path).path)
        if route is None or route in routes:
            continue
        answer = page.request.get(site + path)
        is_page = answer.headers.get("content-type", "").startswith("text/html")
        if not answer.ok or not is_page:
            continue
        routes.add(route)
        page.goto(site + path)
        seen = page.evaluate(FRAME)
        yield path, seen
        for link in seen["links"]:
            parts = urlsplit(link)
            target = parts.path + (f"?{parts.query}" if parts.query else "")
            is_new = link.startswith(site) and target not in met
            if is_new and not leads_outside(parts.path) and parts.path != "/":
                met.add(target)
                waiting.append(target)


@pytest.mark.parametrize("role", ["owner", "researcher", "viewer"])
def test_pages_have_one_frame(page, live_server, log_in, settings, tmp_path, role):
    settings.MEDIA_ROOT = tmp_path
    study = make_study()
    log_in(page, study.people[role])
    wrong, first, number = [], None, 0
    for path, seen in crawled(page, live_server.url):
        number += 1
        first = first or seen
        wrong += [
            f"{path}: another {part}"
            for part in ("header", "entries", "bar")
            if seen[part] != first[part]
        ]
        wrong += [
            f"{path}: without {sheet}"
            for sheet in SHEETS
            if not any(sheet in href for href in seen["sheets"])
        ]
        if seen["current"] > 1:
            wrong.append(f"{path}: {seen['current']} entries are current")
        page.set_viewport_size({"width": 390, "height": 844})
        narrow = page.evaluate(FRAME)
        if narrow["sideways"]:
            wrong.append(f"{path}: it scrolls sideways")
        page.set_viewport_size({"width": 1280, "height": 844})
    assert not wrong, "\n".join(wrong)
    assert number > 30, "the crawl found the desk"
