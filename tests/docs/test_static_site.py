"""Tests of the static site of `make docs`: it builds without warnings and matches the pages that
the application serves."""

import re
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from django.urls import reverse
from mkdocs.commands.build import build
from mkdocs.config import load_config

from analysis.comparison.catalogue import STATISTICS
from analysis.data.rating_rows import NAMES
from annotation.environment.variables import VARIABLES
from api.reference import openapi
from desk.documentation.navigation import groups, path_of
from desk.documentation.pages import page_of
from surveys.plugins.registry import parts
from tests.conftest import ROOT

MARKS = re.compile(r"<(h[1-6]|table|tr|li|pre|img|blockquote)\b")
HEADING = re.compile(r'<h[1-6] id="([^"]+)"')
IN_ORDER = [entry for group in groups(ROOT) for entry in group.entries]

# What a researcher types, and the page and section that answer it.
PAY_OUT = "researchers/samples-and-costs/#add-funds-pay-out-and-give-a-bonus"
WANTED = {
    "bonus": PAY_OUT,
    "pay out": PAY_OUT,
    "invite a colleague": "researchers/#invite-a-colleague",
    "SESSION_IDLE_HOURS": "operations/settings/#environment",
}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The folder of the static site. A broken link, image or anchor fails the build."""
    folder = tmp_path_factory.mktemp("docs")
    config = load_config(str(ROOT / "mkdocs.yml"), site_dir=str(folder), strict=True)
    config.plugins.on_startup(command="build", dirty=False)
    build(config)
    return folder


def file_of(folder, name):
    return folder / name.removesuffix("README") / "index.html"


def body(folder, name):
    html = file_of(folder, name).read_text(encoding="utf-8")
    return html[html.index("<article") : html.index("</article>")]


def test_a_page_is_read_alike_by_both(built):
    for entry in IN_ORDER:
        ours, theirs = page_of(entry.name).body, body(built, entry.name)
        assert HEADING.findall(theirs) == HEADING.findall(ours), entry.name
        assert MARKS.findall(theirs) == MARKS.findall(ours), entry.name


def test_both_have_the_same_order(built, client):
    html = (built / "index.html").read_text(encoding="utf-8")
    start = html.index('class="md-nav md-nav--primary"')
    listed = re.findall(r'<a href="([^".#]+)" class="md-nav__link', html[start:])
    names = [entry.name for entry in IN_ORDER]
    assert listed == [f"{name.removesuffix('/README')}/" for name in names]
    read, name = [], names[0]
    while name:
        read.append(name)
        page = client.get(reverse("documentation", args=[name])).content.decode()
        after = re.search(r'<a rel="next" href="/docs/([^"]+)/"', page)
        name = after and after[1]
    assert read == names


@pytest.fixture(scope="module")
def static_address(built):
    """The URL of a plain web server that serves the static site."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(built))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.mark.long
@pytest.mark.browser
def test_the_search_finds_what_researchers_look_for(static_address, open_page):
    page = open_page(alone=True)
    found = {}
    for words in WANTED:
        page.goto(static_address)
        page.locator("[data-md-component=search-query]").fill(words)
        links = page.locator(".md-search-result__item a")
        links.first.wait_for()
        first = [link.get_attribute("href") for link in links.all()[:2]]
        found[words] = [link.removeprefix(static_address) for link in first]
    assert found == {words: [part.partition("#")[0], part] for words, part in WANTED.items()}


def test_the_reference_has_what_is_declared(built):
    pages = {name: body(built, name) for name in ("rubrics/reference", "operations/settings")}
    pages |= {name: body(built, name) for name in ("researchers/columns", "statistics/reference")}
    wanted = {
        "rubrics/reference": [f"kind-{kind}" for kind in parts().kinds],
        "operations/settings": [f"<code>{name}</code>" for name in VARIABLES],
        "researchers/columns": [f"<code>{name}</code>" for name in NAMES],
        "statistics/reference": [f"<code>{name}</code>" for name in STATISTICS],
    }
    assert {
        (name, word) for name, words in wanted.items() for word in words if word not in pages[name]
    } == set()
    listed = set(re.findall(r"<code>([A-Z]+) (/[^<]*)</code>", body(built, "api/reference")))
    requests = {
        (method.upper(), path.removeprefix("/api/v1"))
        for path, operations in openapi()["paths"].items()
        for method in operations
        if method != "parameters"
    }
    assert listed == requests


def test_every_page_of_the_index_has_a_file():
    assert [entry.name for entry in IN_ORDER if path_of(ROOT, entry.name) is None] == []
