"""The documentation as pages of the site: every page is served, and what it links to is there."""

import re

import pytest
from django.urls import reverse

from desk.documentation.navigation import FOLDER, OUTSIDE
from desk.navigation import all_pages
from tests.conftest import ROOT

NAMES = [
    *OUTSIDE,
    *(
        path.relative_to(ROOT / FOLDER).with_suffix("").as_posix()
        for path in sorted((ROOT / FOLDER).glob("**/*.md"))
    ),
]
LINK = re.compile(r'<a href="([^"#]*)(?:#([^"]*))?"')


def html_of(client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def article(html: str) -> str:
    return html[html.index("<article") : html.index("</article>")]


@pytest.mark.parametrize("name", NAMES)
def test_what_a_page_links_to_is_there(client, name):
    address = reverse("documentation", args=[name])
    wrong = []
    for target, wanted in LINK.findall(article(html_of(client, address))):
        if "://" in target or target.endswith(".json"):
            continue
        if f'id="{wanted}"' not in html_of(client, target or address) and wanted:
            wrong.append((target, wanted))
    assert wrong == []


def test_the_index_is_what_the_address_alone_leads_to(client):
    page = html_of(client, "/docs/")
    assert reverse("documentation", args=["researchers"]) in page
    assert "<h1" in page


@pytest.mark.parametrize(
    "name", ["nowhere", "../annotation/settings", "researchers.md", "a/b/c", "images/scale", "%2e"]
)
def test_nothing_else_is_read(client, name):
    assert client.get(f"/docs/{name}/").status_code == 404


def test_the_schema_is_there(client):
    answer = client.get("/docs/rubric.schema.json")
    assert b"".join(answer.streaming_content) == (ROOT / "docs/rubric.schema.json").read_bytes()


@pytest.mark.parametrize("of_area", all_pages())
def test_a_page_of_the_desk_links_to_its_documentation(client, of_area):
    name, _mark, wanted = of_area.help_address.partition("#")
    page = html_of(client, name)
    assert not wanted or f'id="{wanted}"' in page


def test_pictures_are_served_by_the_site(client):
    page = article(html_of(client, "/docs/scale/"))
    assert re.findall(r'<img src="([^"]+)"', page) == ["/static/docs/scale.svg"]
