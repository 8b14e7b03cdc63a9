"""Tests of `make names`, which reports names that do not say what they mean."""

from tools.lint.names import problems, vague_names

SOURCE = """
import os as found

def count(one, *held, kept=1, **told):
    for said in one:
        batch.made = said
        batch.count = found.path
    (meant, rows), total = rows, [asked for asked in rows]
    with open("f") as given:
        shown: int = 1
    if known := batch.left:
        rows["one"] = lambda left: left
"""


def test_variables_arguments_and_attributes_are_found_where_they_are_set():
    names = [
        (4, "held"), (4, "kept"), (4, "one"), (4, "told"), (5, "said"), (6, "made"), (8, "asked"), (8, "meant"),
        (9, "given"), (10, "shown"), (11, "known"), (12, "left"),
    ]  # fmt: skip
    assert sorted(vague_names(SOURCE)) == names


def test_each_is_reported_with_its_place_and_tests_are_left_out(tmp_path):
    for folder in ("hits", "hits/tests", "tests", "static"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "rows.py").write_text("rows = 1\none = rows\n")
    for package in ("hits", "tests"):
        (tmp_path / package / "__init__.py").touch()

    assert list(problems(tmp_path)) == [
        "hits/rows.py:2: `one` does not say what it holds. Name what it is."
    ]
