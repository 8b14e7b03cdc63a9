"""Tests of reading tidy CSV: accepted and rejected files, their messages, and our own exports."""

import gzip

import pytest

from analysis.data.units import make_units
from core.errors import DocumentError
from tests.analysis.frames import HEAD, frame_of, held, pairs

REMEDY = "Write a number like 4 or 4.5. If all values of c are labels, use --level c=nominal."


def problems(*lines: str, head: str = HEAD, **options) -> str:
    with pytest.raises(DocumentError) as error:
        frame_of(*lines, head=head, **options)
    return str(error.value)


def test_columns_become_parallel_arrays():
    frame = frame_of(
        "h1,a,Heron,clarity,x.clarity,ann,human,2,4",
        "h1,a,Heron,clarity,x.clarity,bot,judge,1,3.5",
        head="hit,item,system,criterion,target,rater,kind,position,value",
    )
    assert [frame.hit.texts(), frame.item.texts(), frame.system.texts()] == [
        ["h1"] * 2,
        ["a"] * 2,
        ["Heron"] * 2,
    ]
    assert (frame.target.texts(), frame.rater.texts()) == (["x.clarity"] * 2, ["ann", "bot"])
    assert (frame.judge.tolist(), frame.position.tolist(), frame.value.tolist()) == (
        [False, True],
        [2, 1],
        [4, 3.5],
    )
    assert (frame.raters(judge=False), frame.raters(judge=True)) == (("ann",), ("bot",))


def test_levels_are_taken_from_the_values_or_as_told():
    lines = ["i,s,whole,a,human,3", "i,s,fine,a,human,3.5", "i,s,kind,a,human,2"]
    facts = frame_of(*lines, levels={"kind": "nominal"}).facts
    assert {key: one.level for key, one in facts.items()} == {
        "whole": "ordinal",
        "fine": "interval",
        "kind": "nominal",
    }
    assert (
        problems(*lines, levels={"other": "nominal"})
        == "r.csv: has no criterion other. Its criteria are whole, fine, kind."
    )


def test_a_preference_means_the_same_whichever_system_is_named_first():
    frame = pairs(
        "i,B,A,better,ann,human,ab,a", "i,A,B,better,bot,judge,ba,b", "i,A,B,better,bot,judge,,tie"
    )
    assert (frame.system.texts(), frame.other.texts()) == (["A"] * 3, ["B"] * 3)
    # B was output a and was preferred; stored, A is a: value 2, and A stood second.
    assert (frame.value.tolist(), frame.position.tolist()) == ([2, 2, 0], [2, 2, 0])
    assert len(frame.hit.names) == 1
    assert frame.facts["better"].preference


def test_every_bad_line_is_named_with_its_remedy():
    told = problems(
        "i,s,c,a,human,4",
        "i,s,c,b,person,4",
        "i,s,c,b,human,four",
        "i,s,,b,human,4",
        "i,s,c,b,human,inf",
    )
    assert told == (
        "r.csv: row 3: the kind “person” is unknown. Write human, judge, metric or length.\n"
        f"r.csv: row 4: the value “four” is not a finite number. {REMEDY}\n"
        "r.csv: row 5: criterion is empty. Every rating needs an item, a criterion and a rater.\n"
        f"r.csv: row 6: the value “inf” is not a finite number. {REMEDY}"
    )


def test_many_bad_lines_are_counted():
    told = problems("i,s,c,b,human,1", *["i,s,c,b,human,x"] * 23)
    assert told.count("not a finite number") == 20
    assert told.endswith("r.csv: and 3 more problems")


@pytest.mark.parametrize(
    ("head", "lines", "said"),
    [
        ("item,rater", [], "line 1: does not have the columns system, criterion, kind, value."),
        (HEAD, [], "has no rating."),
        (HEAD, ["i,s,c,a,human,1", "i,s,c,a,judge,1"], "the rater a is both human and judge."),
        (HEAD, ["i,s,c,a,human,1,2"], "row 2: has 7 cells, but the header has 6 columns."),
        (f"hit,{HEAD}", ["h,i,s,c,a,human,1", "h,o,s,c,a,human,1"], "the HIT h has two items."),
        (f"{HEAD},position", ["i,s,c,a,human,1,13"], "row 2: the position “13” is unknown."),
        (
            f"{HEAD},system_b",
            ["i,s,c,a,human,1,s"],
            "row 2: the preference compares “s” with itself.",
        ),
        (f"{HEAD},system_b", ["i,s,c,a,human,x,t"], "row 2: the preference “x” is unknown."),
        (
            f"{HEAD},system_b",
            ["i,b,c,a,human,b,a"],
            "row 2: the preference “b” can mean a place or the system of that",
        ),
        (HEAD, ["i,s,c,a,human"], "row 2: has 5 cells, but the header has 6 columns."),
        (f"{HEAD},Value", ["i,s,c,a,human,1,2"], "line 1: has two columns named value."),
        (
            f"{HEAD},system_b",
            ["i,s,c,a,human,1,t", "i,s,c,a,human,1,"],
            "the criterion c has lines with system_b and",
        ),
    ],
)
def test_what_a_file_cannot_be(head, lines, said):
    assert problems(*lines, head=head).startswith(f"r.csv: {said}")


def test_a_missing_value_is_counted_and_left_out():
    read = held(f"{HEAD}\ni,s,c,a,human,1\ni,s,c,bot,judge,\ni,t,c,bot,judge,NA\n")
    assert (len(read.frame), dict(read.missing)) == (1, {"bot": 2})


def test_a_reason_and_a_step_are_no_ratings():
    head = "item,system,criterion,target,rater,kind,value,text"
    read = held(
        f"{head}\ni,s,c,c,ann,human,1,\ni,s,c,c.why,ann,human,,Why.\ni,s,,p.1,ann,human,1,\n"
    )
    assert (read.frame.value.tolist(), dict(read.missing)) == ([1], {})
    assert (
        problems("i,s,,,ann,human,1,", head=head)
        == "r.csv: row 2: criterion is empty. Every rating needs an item, a criterion and a rater."
    )


def test_the_guard_of_our_export_is_taken_off():
    frame = frame_of("'=i,''s,c,'tis,human,1")
    assert (frame.item.texts(), frame.system.texts(), frame.rater.texts()) == (
        ["=i"],
        ["'s"],
        ["'tis"],
    )


ROWS = "i,s,c,ann,human,4\nj,s,c,bot,judge,3\n"
JSONL = """{"item":"i","system":"s","criterion":"c","rater":"ann","kind":"human","value":4}
{"item":"j","system":"s","criterion":"c","rater":"bot","kind":"judge","value":3.0}
"""


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (f"\ufeff{HEAD}\n{ROWS}".replace("\n", "\r\n"), "r.csv"),
        (f"{HEAD}\n{ROWS}".replace(",", ";"), "r.csv"),
        (f"{HEAD}\n{ROWS}".replace(",", "\t"), "r.tsv"),
        (gzip.compress(f"{HEAD}\n{ROWS}".encode()), "r.csv.gz"),
        (f",{HEAD}\n0,i,s,c,ann,human,4.0\n1,j,s,c,bot,judge,3e0\n", "r.csv"),
        (f"{HEAD},prompt\ni,s,c,ann,human,4,{'long ' * 50_000}\nj,s,c,bot,judge,3,\n", "r.csv"),
        (JSONL, "r.jsonl"),
    ],
    ids=["bom-crlf", "semicolon", "tab", "gzip", "unnamed-first-column", "long-cell", "jsonl"],
)
def test_a_file_as_programs_write_it(content, name):
    frame = held(content, name=name).frame
    assert (frame.item.texts(), frame.rater.texts(), frame.value.tolist()) == (
        ["i", "j"],
        ["ann", "bot"],
        [4, 3],
    )


def test_columns_of_other_names_are_mapped():
    names = {"item": "doc_id", "system": "Model", "value": "score"}
    text = "doc_id,model,criterion,rater,kind,score,value\n007,s,c,ann,human,4,9\n"
    frame = held(text, mapping=names).frame
    assert (frame.item.texts(), frame.value.tolist()) == (["007"], [4])
    with pytest.raises(
        DocumentError, match="have the columns item, system. Its columns are doc_id, model, crit"
    ):
        held(text)
    with pytest.raises(DocumentError, match="has no column text. Its columns are doc_id"):
        held(text, mapping={"item": "text"})
    with pytest.raises(DocumentError, match="document: the name is unknown. Use one of hit, item"):
        held(text, mapping={"document": "doc_id"})


def test_a_broken_gzip_is_told():
    packed = gzip.compress(f"{HEAD}\n{ROWS}".encode())
    with pytest.raises(DocumentError, match="r.csv.gz: cannot be unpacked"):
        held(packed[:-9], name="r.csv.gz")


def test_words_are_labels_whatever_their_case():
    frame = frame_of("i,s,tone,ann,human,Yes", "i,s,tone,bot,judge,yes", "j,s,tone,ann,human,none")
    assert (frame.facts["tone"].level, frame.facts["tone"].labels) == ("nominal", ("none", "Yes"))
    assert frame.value.tolist() == [1, 1, 0]


@pytest.mark.parametrize("value", ["1,234", "4/5", "85%", "inf", "1_000", "4 5"])
def test_what_looks_like_a_number_is_never_a_label(value):
    assert (
        problems(f'i,s,c,ann,human,"{value}"')
        == f"r.csv: row 2: the value “{value}” is not a finite number. {REMEDY}"
    )


def test_numbers_with_a_decimal_comma_are_numbers():
    assert held(f"{HEAD}\n".replace(",", ";") + "i;s;c;ann;human;4,5\n").frame.value.tolist() == [
        4.5
    ]


def test_words_among_numbers_are_labels_only_when_that_is_told():
    lines = ["i,s,c,ann,human,1", "i,s,c,bot,judge,unclear", "i,s,c,ben,human,None"]
    assert problems(*lines) == f"r.csv: row 3: the value “unclear” is not a finite number. {REMEDY}"
    assert frame_of(*lines, levels={"c": "nominal"}).facts["c"].labels == ("1", "None", "unclear")
    assert problems(lines[1], levels={"c": "ordinal"}).startswith(
        "r.csv: row 2: the value “unclear” is not a finite"
    )


def test_a_preference_may_name_the_system():
    frame = pairs(
        "i,gpt,claude,better,ann,human,,gpt",
        "i,claude,gpt,better,ben,human,,model_a",
        "i,gpt,b,o,c,human,,b",
    )
    # By name: claude is a, as it comes first in the alphabet; b names the second output either way.
    assert frame.value.tolist() == [2, 1, 1]


def test_pairs_of_one_hit_stay_apart():
    head = "hit,item,system,system_b,criterion,rater,kind,value"
    frame = frame_of("h,i,A,B,c,ann,human,a", "h,i,A,C,c,ann,human,b", head=head)
    assert len(make_units(frame, frame.facts["c"])) == 2
