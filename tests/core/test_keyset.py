"""Tests of paging by keys: in both directions, the pages contain every row once and in order."""

import pytest
from django.db.models import F, Value
from django.db.models.functions import NullIf

from core.database.keyset import Cursor, Key, cursor_of, window, window_of_sorted
from people.models import Project, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    """Seven accounts: five have one of three last names, and two have none."""
    for number, last in enumerate(["b", "", "a", "b", "a", "", "c"]):
        User.objects.create(username=f"person-{number}", last_name=last)
    rows = User.objects.filter(username__startswith="person-")
    return rows.annotate(named=NullIf(F("last_name"), Value("")))


def keys(descending: bool) -> list[Key]:
    return [Key("named", descending=descending, nullable=True), Key("pk", descending=True)]


def names(page) -> str:
    return "".join(person.username[-1] for person in page.rows)


@pytest.mark.parametrize(
    ("descending", "pages"), [(False, ["42", "30", "65", "1"]), (True, ["63", "04", "25", "1"])]
)
def test_pages_forwards_and_back_hold_the_same_rows(people, descending, pages):
    page = window(people, keys(descending), None, size=2)
    forwards, turned = [page], []
    while page.after is not None:
        page = window(people, keys(descending), Cursor(page.after), size=2)
        forwards.append(page)
    assert [names(each) for each in forwards] == pages
    while page.before is not None:
        page = window(people, keys(descending), Cursor(page.before, backwards=True), size=2)
        turned.append(page)
    assert [names(each) for each in turned] == pages[-2::-1]
    assert turned[-1].before is None
    assert [each.after is None for each in forwards] == [False, False, False, True]


def test_a_row_that_comes_meanwhile_shifts_nothing(people):
    latest = [Key("pk", descending=True)]
    first = window(people, latest, None, size=3)
    User.objects.create(username="person-9")
    assert names(window(people, latest, Cursor(first.after), size=3)) == "321"


def test_where_the_row_has_gone_the_list_begins_anew(people):
    ann = people.get(username="person-2")
    ann.delete()
    assert names(window(people, keys(False), Cursor(ann.pk), size=2)) == "43"


@pytest.mark.parametrize(
    ("query", "cursor"),
    [
        ({}, None),
        ({"after": "-1"}, None),
        ({"after": "x", "before": "7"}, Cursor(7, backwards=True)),
        ({"after": "9" * 19}, Cursor(2**63 - 1)),
        ({"after": "9" * 20}, None),
        ({"after": "٣"}, None),
    ],
)
def test_an_address_that_names_no_row_is_the_first_page(query, cursor):
    assert cursor_of(query) == cursor


def test_the_order_is_one_that_an_index_has():
    """PostgreSQL could not use its index if `nulls last` were set on a column that is never
    NULL."""
    rows = Project.objects.order_by(Key("pk", descending=True).order(backwards=False))
    assert str(rows.query).endswith('ORDER BY "people_project"."id" DESC')


def test_rows_at_hand_are_turned_by_the_same_cursors():
    rows = [5, 3, 9, 1, 7]

    def page(cursor=None):
        shown = window_of_sorted(rows, cursor, size=2, number=int)
        return shown.rows, shown.before, shown.after

    assert page() == ([5, 3], None, 3)
    assert page(Cursor(3)) == ([9, 1], 9, 1)
    assert page(Cursor(1)) == ([7], 7, None)
    assert page(Cursor(7, backwards=True)) == ([9, 1], 9, 1)
    assert page(Cursor(9, backwards=True)) == ([5, 3], None, 3)
    assert page(Cursor(4)) == page()


def test_lists_of_one_page_have_cursors_of_their_own():
    query = {"after": "2", "members_before": "5"}
    assert (cursor_of(query), cursor_of(query, "members_")) == (Cursor(2), Cursor(5, True))
