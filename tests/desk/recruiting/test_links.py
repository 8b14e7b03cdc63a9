"""Tests of a batch's invitation links: one for several people, one per table row, and revoking."""

import csv
import io

import pytest
from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from desk.recruiting import views
from people.models import Act, Invitation
from recruiting.links.making import LinkTerms, make_link
from recruiting.tasks import mail_link
from tests import world
from tests.pages import squeezed

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def module_batch(module_rows):
    return world.live_batch(world.project(), audience="link")


def page_of(batch, name: str = "links") -> str:
    return reverse(f"admin:{name}", args=[batch.pk])


def table(text: str | bytes, **changes) -> dict[str, object]:
    content = text.encode() if isinstance(text, str) else text
    return {"file": SimpleUploadedFile("p.csv", content), "days": 5, "key": "k"} | changes


def test_a_link_is_made_and_shown_once_with_what_it_may_cost(rita, batch):
    form = {"label": "Poster", "uses": 2, "cap": 1, "days": 3, "key": "k"}
    page = squeezed(rita.post(page_of(batch, "make_link"), form, follow=True).content.decode())
    link = page.split('id="invitation-link">')[1].split("<")[0]
    assert "Poster" in page
    assert "0 of 2" in page
    assert "$0.10" in page
    assert 'id="invitation-link"' not in rita.get(page_of(batch)).content.decode()
    stranger = Client()
    assert stranger.post(link.removeprefix("http://testserver")).status_code == 302
    assert "1 of 2" in squeezed(rita.get(page_of(batch)).content.decode())


def test_an_open_link_without_a_cap_is_refused(rita, batch):
    form = {"uses": 2, "days": 3, "key": "k"}
    answer = rita.post(page_of(batch, "make_link"), form)
    assert (answer.status_code, "Enter how many HITs" in answer.content.decode()) == (200, True)
    assert Invitation.objects.count() == 0


def test_a_table_comes_back_with_a_link_in_each_row(rita, batch):
    text = "id;address\nP1;ada@example.org\n=P2;\n"
    answer = rita.post(page_of(batch, "make_links"), table(text, cap=2))
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(io.StringIO(answer.content.decode())))
    assert [(row["id"], row["address"]) for row in rows] == [
        ("P1", "ada@example.org"),
        ("'=P2", ""),
    ]
    assert list(Invitation.objects.order_by("pk").values_list("label", "uses", "cap")) == [
        ("P1", 1, 2),
        ("=P2", 1, 2),
    ]
    again = rita.post(page_of(batch, "make_links"), table(text, cap=2))
    assert again.content == answer.content, "the same form sent twice"
    assert Act.objects.filter(verb="invited").count() == 1
    path = rows[1]["link"].removeprefix("http://testserver")
    assert Client().post(path)["Location"] == reverse("batch", args=[batch.pk])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("name\nAda\n", "row 1: has neither a column `id` nor a column `address`."),
        (
            "address\nada@example.org\nbob\n",
            "row 3, column `address`: “bob” is not an email address.",
        ),
        ("id\nP1\nP2\nP1\n", "row 4, column `id`: “P1” is also in row 2."),
        ("id,address\nP1\n", "row 2: has 1 cells"),
        ("id\n", "has no rows."),
        ("id\n" + "x" * 121 + "\n", "row 2, column `id`: is longer than 120 characters."),
        (b"id\n\xff\n", "is not UTF-8"),
    ],
)
def test_a_table_that_is_wrong_says_where_and_makes_nothing(rita, batch, text, words):
    answer = rita.post(page_of(batch, "make_links"), table(text))
    assert (answer.status_code, words in answer.content.decode()) == (200, True)
    assert Invitation.objects.count() == 0


def test_links_are_mailed_once(rita, batch, settings):
    settings.SITE_URL = "https://rate.example.org/"
    rita.post(page_of(batch, "make_links"), table("address\nada@example.org\n"))
    link = Invitation.objects.get()
    for _time in range(2):
        mail_link(link.pk)
    (letter,) = mail.outbox
    assert letter.to == ["ada@example.org"]
    address = letter.body.split("https://rate.example.org")[1].split()[0]
    assert Client().get(address).status_code == 200
    assert "mailed" in rita.get(page_of(batch)).content.decode()


def test_a_link_is_taken_back(rita, batch):
    link, token = make_link(
        batch=batch, key="k", by=world.researcher(batch.project), terms=LinkTerms()
    )
    for _click in range(2):
        rita.post(reverse("admin:revoke_link", args=[batch.pk, link.pk]), {"confirmed": "yes"})
    assert "revoked" in rita.get(page_of(batch)).content.decode()
    assert Client().post(f"/join/{token}/").status_code == 410
    assert Act.objects.filter(verb="revoked").count() == 1


def test_no_link_of_many_is_out_of_reach(rita, batch, monkeypatch):
    monkeypatch.setattr(views, "PER_PAGE", 2)
    by = world.researcher(batch.project)
    terms = [LinkTerms(uses=5, cap=1, label="Poster")]
    terms += [LinkTerms(label=f"R-{number}", address=f"p{number}@x.org") for number in range(4)]
    for number, each in enumerate(terms):
        make_link(batch=batch, key=str(number), by=by, terms=each)

    def names(query: str = "") -> tuple[list[str], str]:
        listed = rita.get(page_of(batch) + query).context["links"]
        after = listed.window.after
        return (
            [row.invitation.label for row in listed.rows],
            f"?{listed.kept}after={after}" if after else "",
        )

    seen, query = [], ""
    while True:
        page, query = names(query)
        seen.append(page)
        if not query:
            break
    # The one that many people may use is never behind the others.
    assert seen == [["Poster", "R-3"], ["R-2", "R-1"], ["R-0"]]
    assert names("?find=P2@x") == (["R-2"], "")
    first, rest = names("?find=r-")
    assert (first, names(rest)[0]) == (["R-3", "R-2"], ["R-1", "R-0"])
    page = squeezed(rita.get(page_of(batch) + "?find=nobody").content.decode())
    assert "No matches." in page
    # A form with an error is shown at an address of its own, which lists nothing.
    page = squeezed(rita.post(page_of(batch, "make_link"), {}).content.decode())
    assert f'href="{page_of(batch)}?after=' in page
    assert f'<form class="find" method="get" action="{page_of(batch)}"' in page
