"""Tests that no text from outside becomes more than text: 60 strings are planted in every field,
and every page is checked.

Chromium's parser reads each page, so the strict policy cannot hide a missing escape. Pages are also
opened, so that their scripts run.
"""

import csv
import io
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

from tests.access.routes import Row, rows
from tests.access.study import ROLES, Study, make_study
from tests.injection.planting import NUMBER, columns, plant
from tests.injection.strings import STRINGS

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
LOOK = Path(__file__).with_name("looking.js").read_text(encoding="utf-8").partition("\n")[2]
PARSED = f"pages => pages.map(text => ({LOOK})(new DOMParser().parseFromString(text, 'text/html')))"
SENTINEL = "window.hit = number => console.error(`Content Security Policy: string ${number} ran`)"
ASKING = ("owner", "annotator", "stranger")
MARKS = ("hit(", "hit.invalid", "x-hit")
STEP = 6  # strings from one round to the next: rows and long values have the others
LINKED = "pictures.example.org"  # where the study's own pictures are
PAGES_AT_ONCE = 20
JSON, FORM = "application/json", "application/x-www-form-urlencoded"


@pytest.fixture
def study(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    return make_study()


def asked(role: str) -> list[Row]:
    """Return the rows of the route table that `role` can read, or can send and gets a page for."""
    place = ROLES.index(role)
    return [
        row
        for row in rows()
        if (row.method == "GET" or row.body) and row.outcomes[place] in {"200", "422"}
        and not row.address.endswith("/history/")
    ]  # fmt: skip


def hostile(row: Row, turn: int) -> tuple[str, str]:
    """Return the row's URL and body with a hostile string for each parameter and value."""
    text = STRINGS[turn % len(STRINGS)]
    path, _mark, query = row.address.partition("?")
    names = [pair.partition("=")[0] for pair in query.split("&") if pair] or ["q", "next", "pid"]
    fields = [pair.partition("=")[0] for pair in row.body.split("&") if pair]
    body = row.body if row.body.startswith("{") else urlencode(dict.fromkeys(fields, text))
    return f"{path}?{urlencode(dict.fromkeys(names, text))}", body


def answers(study: Study, role: str, turn: int) -> list[tuple[str, str]]:
    """Return (description, HTML) for every page that this role gets."""
    client, texts = study.client(role), []
    headers = {
        name: "".join(letter for letter in STRINGS[turn + place] if letter.isprintable())
        for place, name in enumerate(("HTTP_USER_AGENT", "HTTP_REFERER", "HTTP_ACCEPT_LANGUAGE"))
    }
    for place, row in enumerate(asked(role)):
        # What is allowed would change the study.
        plain = [(row.address, row.body)] if row.method == "GET" else []
        for address, body in [*plain, hostile(row, turn + place)]:
            kind = JSON if body.startswith("{") else FORM
            answer = client.generic(row.method, study.filled_in(address), body, kind, **headers)
            content = b"".join(answer.streaming_content) if answer.streaming else answer.content
            assert answer.status_code != 500, (row.method, address, body)
            if answer.get("Content-Type", "").startswith("text/html"):
                texts.append((f"{role} {row.method} {address}", content.decode()))
            else:
                assert answer.get("X-Content-Type-Options") == "nosniff", address
            if answer.get("Content-Type", "").startswith("text/csv"):
                assert formulas(content.decode("utf-8-sig")) == [], address
    return texts


def formulas(table: str) -> list[str]:
    """Return the cells that a spreadsheet would compute as formulas."""
    cells = (cell for row in csv.reader(io.StringIO(table, newline="")) for cell in row)
    return [cell for cell in cells if cell[:1] in set("=+-@\t\r") and not NUMBER.fullmatch(cell)]


def made_of_them(page, texts: list[tuple[str, str]]) -> list[str]:
    wrong = []
    for start in range(0, len(texts), PAGES_AT_ONCE):
        part = texts[start : start + PAGES_AT_ONCE]
        marks = page.evaluate(PARSED, [text for _address, text in part])
        wrong += [
            f"{address}: {each}"
            for (address, _text), all_ in zip(part, marks, strict=True)
            for each in all_
        ]
    return wrong


@pytest.mark.long
@pytest.mark.parametrize("turn", range(0, len(STRINGS), STEP))
def test_no_page_has_anything_made_of_a_string(study, page, turn, record_property):
    planted = plant(turn)
    texts = [each for role in ASKING for each in answers(study, role, turn)]
    seen = sum(any(mark in text for mark in MARKS) for _address, text in texts)
    wrong = made_of_them(page, texts)
    figures = f"{len(STRINGS)} strings, {len(list(columns()))} columns, {planted} values, "
    figures += f"{len(texts)} pages, {seen} of them with strings, {len(wrong)} made of one"
    record_property("figures", figures)
    assert wrong == []
    assert seen > 100


def watch(page, live_server, wrong: list[str]) -> None:
    """Record in `wrong` every dialog and every request to another site. Policy violations fail the
    test separately."""
    known = {urlsplit(live_server.url).netloc, LINKED, ""}
    page.route(f"https://{LINKED}/**", lambda route: route.abort())
    page.add_init_script(SENTINEL)
    page.on("dialog", lambda dialog: (wrong.append(f"asked {dialog.message}"), dialog.accept()))
    page.on(
        "request",
        lambda request: urlsplit(request.url).netloc in known or wrong.append(request.url),
    )


def opened(page, live_server, study, addresses) -> list[str]:
    """Open the pages, and return what they and their scripts created from the strings."""
    wrong = []
    for address in addresses:
        page.goto(live_server.url + study.filled_in(address))
        page.wait_for_load_state()
        wrong += [f"{address}: {each}" for each in page.evaluate(f"({LOOK})(document)")]
    return wrong


PAGES = {
    "annotator": ("/", "{hit}", "/work/", "/batches/{batch}/messages/", "{own_answer}"),
    "owner": ("/admin/hits/batch/{batch}/settings/", "/admin/judges/replies/{verdict}/"),
}


@pytest.mark.attack("GET")
def test_nothing_runs_on_the_pages_that_show_most(study, page, live_server, log_in):
    plant(0)
    wrong = []
    watch(page, live_server, wrong)
    for role, addresses in PAGES.items():
        log_in(page, study.people[role])
        wrong += opened(page, live_server, study, addresses)
    assert wrong == []


@pytest.mark.long
@pytest.mark.parametrize("role", ASKING)
def test_nothing_runs_on_any_page(study, page, live_server, log_in, role, record_property):
    plant(7)
    wrong = []
    watch(page, live_server, wrong)
    if role != "stranger":
        log_in(page, study.people[role])
    texts = [row.address for row in asked(role) if row.method == "GET"]
    client = study.client(role)
    addresses = [
        address
        for address in dict.fromkeys(texts)
        if client.get(study.filled_in(address)).get("Content-Type", "").startswith("text/html")
    ]
    wrong += opened(page, live_server, study, addresses)
    record_property("figures", f"{len(addresses)} pages opened, {len(wrong)} ran or fetched")
    assert wrong == []
