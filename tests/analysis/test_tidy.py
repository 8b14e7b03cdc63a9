"""The tidy CSV: what it reads, what it refuses and how it says so, and that it reads what it writes."""

import io
from dataclasses import fields

import numpy as np
import pytest

from analysis.frame import Frame, Labels
from analysis.tidy import read_tidy, write_tidy
from surveys.errors import DocumentError
from tests.analysis.frames import HEAD, frame_of, pairs


def problems(*lines: str, head: str = HEAD, **options) -> str:
    with pytest.raises(DocumentError) as error:
        frame_of(*lines, head=head, document="r.csv", **options)
    return str(error.value)


def test_columns_become_parallel_arrays():
    frame = frame_of(
        "h1,a,Heron,clarity,x.clarity,ann,human,2,4",
        "h1,a,Heron,clarity,x.clarity,bot,judge,1,3.5",
        head="hit,item,system,criterion,target,rater,kind,position,value",
    )
    assert [frame.hit.texts(), frame.item.texts(), frame.system.texts()] == [["h1"] * 2, ["a"] * 2, ["Heron"] * 2]
    assert (frame.target.texts(), frame.rater.texts()) == (["x.clarity"] * 2, ["ann", "bot"])
    assert (frame.judge.tolist(), frame.position.tolist(), frame.value.tolist()) == ([False, True], [2, 1], [4, 3.5])
    assert (frame.raters(judge=False), frame.raters(judge=True)) == (("ann",), ("bot",))


def test_levels_are_taken_from_the_values_or_as_told():
    lines = ["i,s,whole,a,human,3", "i,s,fine,a,human,3.5", "i,s,kind,a,human,2"]
    facts = frame_of(*lines, levels={"kind": "nominal"}).facts
    assert {key: one.level for key, one in facts.items()} == {"whole": "ordinal", "fine": "interval", "kind": "nominal"}
    assert problems(*lines, levels={"other": "nominal"}) == "r.csv: has no criterion other. It has whole, fine, kind."


def test_a_preference_means_the_same_whichever_system_is_named_first():
    frame = pairs("i,B,A,better,ann,human,ab,a", "i,A,B,better,bot,judge,ba,b", "i,A,B,better,bot,judge,,tie")
    assert (frame.system.texts(), frame.other.texts()) == (["A"] * 3, ["B"] * 3)
    # B was output a and was preferred; stored, A is a: value 2, and A stood second.
    assert (frame.value.tolist(), frame.position.tolist()) == ([2, 2, 0], [2, 2, 0])
    assert len(frame.hit.names) == 1
    assert frame.facts["better"].preference


def test_every_bad_line_is_named_with_its_remedy():
    told = problems("i,s,c,a,human,4", "i,s,c,b,person,4", "i,s,c,b,human,four", "i,s,,b,human,4", "i,s,c,b,human,inf")
    assert told == (
        "r.csv: line 3: kind is “person”. Write human or judge.\n"
        "r.csv: line 4: the value “four” is no number. Labels of a nominal criterion are numbers too.\n"
        "r.csv: line 5: the cell of criterion is empty.\n"
        "r.csv: line 6: the value “inf” is not finite. Leave the cell of a missing rating empty."
    )


def test_many_bad_lines_are_counted():
    told = problems(*["i,s,c,b,human,x"] * 23)
    assert told.count("no number") == 20
    assert told.endswith("r.csv: and 3 more of the kind")


@pytest.mark.parametrize(
    ("head", "lines", "said"),
    [
        ("item,rater", [], "line 1: lacks the columns system, criterion, kind, value."),
        (HEAD, [], "has no rating."),
        (HEAD, ["i,s,c,a,human,1", "i,s,c,a,judge,1"], "the rater a is both human and judge."),
        (HEAD, ["i,s,c,a,human,1,2"], "line 2: has more cells than the first line has names."),
        (f"hit,{HEAD}", ["h,i,s,c,a,human,1", "h,o,s,c,a,human,1"], "the HIT h has two items."),
        (f"{HEAD},position", ["i,s,c,a,human,1,3"], "line 2: position is “3”."),
        (f"{HEAD},system_b", ["i,s,c,a,human,1,s"], "line 2: a preference between “s” and itself."),
        (f"{HEAD},system_b", ["i,s,c,a,human,x,t"], "line 2: the preference is “x”."),
        (f"{HEAD},system_b", ["i,s,c,a,human,1,t", "i,s,c,a,human,1,"], "the criterion c has lines with system_b and"),
    ],
)
def test_what_a_file_cannot_be(head, lines, said):
    assert problems(*lines, head=head).startswith(f"r.csv: {said}")


def test_a_missing_value_is_counted_and_left_out():
    read = read_tidy(io.StringIO(f"{HEAD}\ni,s,c,a,human,1\ni,s,c,bot,judge,\ni,t,c,bot,judge,NA\n"))
    assert (len(read.frame), dict(read.missing)) == (1, {"bot": 2})


def test_it_reads_what_it_writes():
    frame = frame_of(
        "h1,i,B,A,better,,ann,human,,ba,a",
        "h2,i,B,,clear,b.clear,ann,human,2,,4",
        ",i,A,,clear,,bot,judge,,,0.1",
        head="hit,item,system,system_b,criterion,target,rater,kind,position,order,value",
    )
    file = io.StringIO()
    write_tidy(frame, file)
    again = read_tidy(io.StringIO(file.getvalue())).frame
    for one in fields(Frame):
        before, after = getattr(frame, one.name), getattr(again, one.name)
        if isinstance(before, Labels):
            assert before.texts() == after.texts()
        else:
            assert np.array_equal(before, after) if one.name != "facts" else before == after
