"""Tests that texts of any content are imported exactly as they were written."""

import csv
import json
from itertools import count

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.imports.makers import content, csv_bytes, load, table

NUMBERS = count()
# All that PostgreSQL can store: no NUL, no halves of surrogate pairs.
CHARACTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
TEXTS = st.text(CHARACTERS, min_size=1, max_size=30).filter(str.strip)
IDS = st.text(CHARACTERS, min_size=1, max_size=20).map(str.strip).filter(bool)
JSON = st.recursive(
    st.booleans() | st.integers(-(2**63), 2**63) | st.floats(-1e6, 1e6) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
ITEMS = st.dictionaries(
    IDS, st.tuples(st.text(CHARACTERS, max_size=20), TEXTS, TEXTS), min_size=1, max_size=5
)
THOROUGH = settings(
    deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@THOROUGH
@given(
    items=ITEMS,
    delimiter=st.sampled_from(",;\t"),
    end=st.sampled_from(["\n", "\r\n", "\r"]),
    mark=st.booleans(),
)
def test_csv(project, tmp_path, items, delimiter, end, mark):
    rows = [["item_id", "context", "system", "text"]]
    for item, (context, first, second) in items.items():
        rows += [[item, context, "A", first], [item, context, "B", second]]
    data = (b"\xef\xbb\xbf" if mark else b"") + csv_bytes(
        rows, delimiter=delimiter, end=end, quoting=csv.QUOTE_ALL
    )
    made = load(project, table(tmp_path, data), name=f"Round {next(NUMBERS)}").dataset
    assert content(made) == {
        item: ({"context": context} if context else {}, {"A": first, "B": second}, {})
        for item, (context, first, second) in items.items()
    }


@THOROUGH
@given(
    items=st.dictionaries(IDS, st.tuples(JSON, TEXTS), min_size=1, max_size=5),
    ascii_only=st.booleans(),
)
def test_jsonl(project, tmp_path, items, ascii_only):
    lines = [
        json.dumps(
            {"item_id": item, "outputs": {"A": text}, "field": value}, ensure_ascii=ascii_only
        )
        for item, (value, text) in items.items()
    ]
    path = table(tmp_path, "\n".join(lines).encode(), "t.jsonl")
    made = load(project, path, name=f"Round {next(NUMBERS)}").dataset
    assert content(made) == {
        item: ({"field": value}, {"A": text}, {}) for item, (value, text) in items.items()
    }
