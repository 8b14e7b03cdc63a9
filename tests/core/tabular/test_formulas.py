"""Tests of the guard against spreadsheet formulas: in SQL, in Python and when it is removed."""

import pytest
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from core.tabular.formulas import FORMULA_STARTS, guarded, guarded_sql, unguarded

RUN_AS_FORMULAS = [
    *("=1+1", "+1", "-1", "@SUM(A1)", "|calc", "＝1+1", "＋1", "－1", "＠SUM(A1)", "\t=1", "\r=1"),
    "\n=1",
]
PLAIN = ["", "1+1", "a=b", " =1", "–1", "−1", "ü", "\u3000"]


@pytest.mark.parametrize("text", [*RUN_AS_FORMULAS, "'quoted", "'"])
def test_what_a_spreadsheet_would_run_gets_an_apostrophe(text):
    assert guarded(text) == f"'{text}"


@pytest.mark.parametrize("text", PLAIN)
def test_other_text_stays(text):
    assert guarded(text) == text


@given(st.text() | st.text("='|＝\t\n1"))
def test_taking_one_apostrophe_off_gives_the_text(text):
    assert unguarded(guarded(text)) == text
    assert guarded(text)[:1] not in set(FORMULA_STARTS) - {"'"}


@pytest.mark.django_db
def test_the_database_guards_alike():
    texts = [*RUN_AS_FORMULAS, *PLAIN, "'", None]
    with connection.cursor() as cursor:
        cursor.execute(
            f"select {guarded_sql('t')} from unnest(%s::text[]) with ordinality u(t, n) order by n",
            [texts],
        )
        assert [cell for (cell,) in cursor.fetchall()] == [
            text if text is None else guarded(text) for text in texts
        ]
