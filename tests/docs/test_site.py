"""Tests of the documentation served by the site: every page and every link target exists."""

import re

import pytest
from django.contrib import admin
from django.urls import URLPattern, reverse

from desk.documentation.navigation import FOLDER, OUTSIDE
from desk.guide import OF_ROUTE, PAGES
from desk.steps.steps import FORM, STEPS
from tests import world
from tests.conftest import ROOT
from tests.pages import signed_in

NAMES = [
    *OUTSIDE,
    *(
        path.relative_to(ROOT / FOLDER).with_suffix("").as_posix()
        for path in sorted((ROOT / FOLDER).glob("**/*.md"))
    ),
]
# Pages of Django's own site, which open none of ours.
OF_DJANGO = {
    *("login", "logout", "password_change", "password_change_done"),
    *("autocomplete", "jsi18n", "view_on_site"),
}
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


def test_every_page_of_the_desk_has_its_guide():
    ours = {
        pattern.name or "" for pattern in admin.site.get_urls() if isinstance(pattern, URLPattern)
    }
    assert ours - {"", "batch_step", *OF_DJANGO} - set(OF_ROUTE) == set()
    steps = {page.key for step in STEPS for page in step.pages if page.route == FORM}
    assert steps - set(OF_ROUTE) == set()


def test_a_guide_is_there(client):
    for guide in PAGES:
        name, _mark, wanted = guide.partition("#")
        assert not wanted or f'id="{wanted}"' in html_of(client, f"/docs/{name}/"), guide


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "guide"),
    [
        ("/admin/hits/batch/{}/checks/", "/docs/quality/"),
        ("/admin/batches/{}/steps/pay/", "/docs/researchers/samples-and-costs/#what-a-batch-costs"),
        ("/admin/links/{}/", "/docs/recruiting/#links"),
    ],
)
def test_the_guide_of_a_page_is_its_own(address, guide):
    batch = world.draft_batch(world.project())
    page = html_of(signed_in(world.owner(batch.project)), address.format(batch.pk))
    assert re.findall(r'<a class="[^"]*" href="(/docs/[^"]*)">Documentation', page) == [
        guide,
        guide,
    ]


def test_pictures_are_served_by_the_site(client):
    page = article(html_of(client, "/docs/scale/"))
    assert re.findall(r'<img src="([^"]+)"', page) == ["/static/docs/scale.svg"]
