"""Tests of the SVG figures: they are self-contained, their words do not overlap, and their bytes
are reproducible."""

import hashlib
import itertools
import math
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from functools import cache

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.colors import to_rgb

from analysis.report import figures
from analysis.report.figures import (
    COLUMN,
    PAGE,
    Estimates,
    RankedSystem,
    ReliabilityCurve,
    Scale,
    marks_of,
    percent,
)
from analysis.report.figures.drawn import SVG
from analysis.report.figures.paper import PEOPLE, judge_mark, limits
from analysis.report.figures.words import (
    cleaned,
    labels,
    number,
    shortened,
    spoken,
    width_of,
    wrapped,
)
from analysis.statistics.estimates import Estimate

NONE = Estimate(None, 0, reason="not estimable: one rating per HIT")
NAN = Estimate(math.nan, 3, math.nan, math.nan)
NAMES = [
    "$\\frac{a}{b}$ costs $5",
    "<script>alert(1)</script>",
    "A & B 'quoted' \"twice\"",
    "rocket 🚀 system",
    "نظام الترجمة الآلية",
    "机器翻译系统一号",
    "a_very_long_system_name_without_any_spaces_v1_2026-08-06-preview-A",
    "a_very_long_system_name_without_any_spaces_v1_2026-08-06-preview-B",
    "bell\x07 \ud800 and \u202eturned",
    "",
]


def names(count):
    return [*NAMES, *(f"organisation/model-{place}-instruct" for place in range(count))][:count]


def estimates(seed, low=0.1, high=0.9):
    """Yield estimates between `low` and `high` without end. Some are missing (`NONE`), some are
    `NAN`, and some have no interval."""
    chance = np.random.default_rng(seed)
    for place in itertools.count(1):
        value, half = chance.uniform(low, high), chance.uniform(0.01, 0.15) * (high - low)
        if place % 9 == 0:
            yield NONE
        elif place % 10 == 0:
            yield NAN
        else:
            yield (
                Estimate(value, 50)
                if place % 11 == 0
                else Estimate(value, 50, value - half, value + half)
            )


def in_rows(count, width):
    """Draw estimates of four judges per row, with a band and a reference line."""
    given = estimates(1)
    judges = names(4)
    rows = [
        Estimates(name, {judge: next(given) for judge in judges}, next(given))
        for name in names(count)
    ]
    axis = Scale("Spearman's rho ($\\rho$)", line=0.5, line_text="half", band_text="human ceiling")
    return figures.estimates_in_rows(
        rows, title="Judges", raters=marks_of(judges), axis=axis, width=width
    )


def confusion(count, width):
    counts = np.random.default_rng(2).integers(0, 20_000, (count, count))
    return figures.confusion(
        counts, values=range(count), criterion=NAMES[6], judge=NAMES[0], width=width
    )


def labelled_confusion(count, width):
    count = min(count, 10)
    counts = np.random.default_rng(2).integers(0, 20_000, (count, count))
    return figures.confusion(
        counts, values=names(count), criterion=NAMES[1], judge=NAMES[5], width=width
    )


def ranking(count, width):
    given = estimates(3, 1, 5)
    systems = [RankedSystem(name, [next(given) for _rater in range(4)]) for name in names(count)]
    return figures.ranking(
        systems, raters=["People", *NAMES[:3]], measure="Mean coherence", width=width
    )


def one_each(count, width):
    """Draw one rater per row, starting with people, in per cent and without a legend."""
    given = estimates(4)
    raters = dict.fromkeys(names(count))
    rows = [Estimates(name, {name: next(given)}) for name in raters]
    marks = marks_of([*raters][1:], next(iter(raters), ""))
    return figures.estimates_in_rows(
        rows, title="Order", raters=marks, axis=Scale("Share", percent), width=width, legend=False
    )


def reliability(count, width):
    given = estimates(5)
    curves = [
        ReliabilityCurve(name, range(1, 9), [next(given) for _ in range(8)], 3)
        for name in names(count)
    ]
    return figures.reliability_curve(
        curves, statistic="Reliability of the mean of $k$ raters", width=width
    )


FIGURES = [in_rows, confusion, labelled_confusion, ranking, one_each, reliability]


@cache
def once(figure, count, width):
    """Draw a figure once for all tests that only read it, because drawing takes seconds."""
    return figure(count, width)


EVERY = pytest.mark.parametrize("figure", FIGURES, ids=lambda one: one.__name__)
SIZES = pytest.mark.parametrize(
    ("count", "width"),
    [
        (0, COLUMN),
        pytest.param(1, COLUMN, marks=pytest.mark.long),
        pytest.param(7, PAGE, marks=pytest.mark.long),
        (10, COLUMN),
        pytest.param(24, COLUMN, marks=pytest.mark.long),
        pytest.param(40, PAGE, marks=pytest.mark.long),
        pytest.param(40, COLUMN, marks=pytest.mark.long),
    ],
)


@dataclass(frozen=True)
class Box:
    text: str
    left: float
    right: float
    top: float
    bottom: float

    def hits(self, other: "Box") -> bool:
        return (
            min(self.right, other.right) - max(self.left, other.left) > 0.5
            and min(self.bottom, other.bottom) - max(self.top, other.top) > 0.5
        )


def boxes(root):
    """Return the box of each text in points, from its SVG position and the font's widths."""
    found = []
    for element in root.iter(f"{{{SVG}}}text"):
        text, size = element.text or "", float(element.get("font-size").removesuffix("px"))
        wide = width_of(text) * 72 * size / 8
        turned = re.fullmatch(
            r"translate\(([\d.-]+) ([\d.-]+)\) rotate\(-90\)", element.get("transform", "")
        )
        if turned:
            x, y = map(float, turned.groups())
            found.append(Box(text, x - 0.74 * size, x + 0.2 * size, y - wide, y))
            continue
        x, y = float(element.get("x")), float(element.get("y"))
        left = x - {"middle": wide / 2, "end": wide}.get(element.get("text-anchor"), 0)
        found.append(Box(text, left, left + wide, y - 0.74 * size, y + 0.2 * size))
    return found


def parsed(drawn):
    return ET.fromstring(drawn.svg)


@pytest.mark.slow
@EVERY
@SIZES
def test_words_neither_collide_nor_leave_the_figure(figure, count, width):
    root = parsed(once(figure, count, width))
    _x, _y, wide, high = map(float, root.get("viewBox").split())
    assert wide == pytest.approx(72 * width)
    words = boxes(root)
    assert [(a.text, b.text) for a, b in itertools.combinations(words, 2) if a.hits(b)] == []
    outside = [
        one
        for one in words
        if one.left < -0.5 or one.right > wide + 0.5 or one.top < -0.5 or one.bottom > high + 0.5
    ]
    assert outside == []


def test_the_check_for_collisions_sees_one():
    assert Box("a", 0, 10, 0, 8).hits(Box("b", 9, 20, 5, 13))
    assert not Box("a", 0, 10, 0, 8).hits(Box("b", 10.2, 20, 0, 8))


@EVERY
def test_an_svg_holds_no_style_script_or_address_and_only_its_own_references(figure):
    source = once(figure, 10, COLUMN).svg
    root = ET.fromstring(source)
    assert (root.tag, root.get("role"), root.get("aria-labelledby")) == (
        f"{{{SVG}}}svg",
        "img",
        "title desc",
    )
    assert {one.tag.partition("}")[2] for one in root.iter()} <= {
        "svg", "g", "defs", "path", "use", "text", "title", "desc", "clipPath", "rect", "pattern",
    }  # fmt: skip
    attributes = {(name, value) for one in root.iter() for name, value in one.attrib.items()}
    assert not any(
        name in {"style", "font"} or name.startswith("on") for name, _value in attributes
    )
    links = {value for name, value in attributes if name.endswith("href")}
    links |= {link for _name, value in attributes for link in re.findall(r"url\((.*?)\)", value)}
    ids = {f"#{value}" for name, value in attributes if name == "id"}
    assert links <= ids
    assert b"<!DOCTYPE" not in source
    assert b"nan" not in re.sub(rb">[^<]*<", b"><", source).lower()


@EVERY
def test_an_svg_says_in_words_what_it_shows(figure):
    drawn = once(figure, 10, COLUMN)
    root = parsed(drawn)
    assert root.find(f"{{{SVG}}}desc").text == drawn.alt
    assert 0 < len(root.find(f"{{{SVG}}}title").text) < 60
    assert "nan" not in drawn.alt.lower()
    assert drawn.alt.endswith(".")
    assert (drawn.pdf[:4], b"CreationDate" in drawn.pdf) == (b"%PDF", False)
    heads, *rows = drawn.numbers
    assert {len(row) for row in rows} <= {len(heads)}
    cut = "more are in the table" in drawn.alt
    assert cut or all(cell in drawn.alt for row in rows for cell in row if cell != "0")


@pytest.mark.slow
@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.long)])
def test_another_process_and_another_hash_seed_give_the_same_bytes(every):
    program = f"from tests.analysis.report.test_figures import *; print(digests({every}))"
    environment = {"PYTHONHASHSEED": "1", "MPLBACKEND": "svg"}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env=environment, capture_output=True, check=True, text=True)
    assert done.stdout.strip() == str(digests(every))


def digests(every):
    drawn = (once(figure, 10, COLUMN) for figure in FIGURES[::every])
    return [hashlib.sha256(files.svg + files.pdf).hexdigest() for files in drawn]


@pytest.mark.parametrize("name", [one for one in NAMES[:6] if one])
def test_a_name_from_outside_stands_there_letter_by_letter(name):
    rows = [Estimates(name, {name: Estimate(0.6, 9, 0.5, 0.7)})]
    drawn = figures.estimates_in_rows(
        rows, title="T", raters=marks_of([name]), axis=Scale("Share"), width=PAGE, legend=False
    )
    texts = [one.text for one in parsed(drawn).iter(f"{{{SVG}}}text")]
    assert name.replace(" ", "") in "".join(texts).replace(" ", "")
    assert name in drawn.alt


def test_what_xml_refuses_or_turns_text_around_is_taken_out():
    assert cleaned("bell\x07 \ud800 and \u202eturned\n\ufffe") == "bell and turned"
    assert cleaned(" \t") == "(no name)"
    assert cleaned("👩‍🔬 نظام") == "👩‍🔬 نظام"


def test_a_missing_estimate_is_said_at_its_place():
    rows = [Estimates("fluency", {"a": Estimate(0.5, 9), "b": NONE}, NAN)]
    axis = Scale("rho", band_text="human ceiling")
    drawn = figures.estimates_in_rows(rows, title="Judges", raters=marks_of("ab"), axis=axis)
    texts = [one.text for one in parsed(drawn).iter(f"{{{SVG}}}text")]
    assert [one for one in texts if "not estimable" in one] == [
        "b: not estimable",
        "ceiling: not estimable",
    ]
    assert drawn.alt == (
        "Judges: rho. fluency: a 0.5, b not estimable (one rating per HIT),"
        " human ceiling not estimable."
    )


@EVERY
def test_nothing_to_draw_says_so(figure):
    texts = [one.text for one in parsed(once(figure, 0, COLUMN)).iter(f"{{{SVG}}}text")]
    assert "not estimable" in texts


def test_every_count_of_a_confusion_is_written_in_its_cell():
    drawn = figures.confusion([[11, 2222], [0, 33]], values=[0, 1], criterion="x", judge="j")
    texts = [one.text for one in parsed(drawn).iter(f"{{{SVG}}}text")]
    assert [one for one in texts if one in {"11", "2\u2009222", "33"}] == ["11", "2\u2009222", "33"]
    assert (
        "The same value in 44 of 2266. People 0: j 0 11 times, j 1 2222 times. People 1: j 1 33 times."
        in drawn.alt
    )
    assert drawn.numbers == [
        ["", "j 0", "j 1"],
        ["People 0", "11 times", "2222 times"],
        ["People 1", "0", "33 times"],
    ]


def test_many_numbers_are_joined_and_no_count_is_lost():
    drawn = figures.confusion(np.ones((101, 101), int), values=range(101), criterion="x", judge="j")
    assert "Neighbouring values are joined." in "".join(
        one.text + " " for one in parsed(drawn).iter(f"{{{SVG}}}text")
    )
    assert f"of {101 * 101}" in drawn.alt


def test_labels_are_never_joined():
    drawn = figures.confusion(np.eye(9, dtype=int), values=names(9), criterion="x", judge="j")
    assert "joined" not in drawn.svg.decode()
    assert "The same value in 9 of 9." in drawn.alt


def test_counts_of_another_shape_are_refused():
    with pytest.raises(ValueError, match=r"counts have the shape \(2, 2\), but there are 3 values"):
        figures.confusion([[1, 2], [3, 4]], values=[1, 2, 3], criterion="x", judge="j")


def test_ranks_share_a_place_where_means_tie_and_count_from_the_best():
    means = {"a": (1.0, 2.0), "b": (3.0, 2.0), "c": (3.0, None)}
    systems = [
        RankedSystem(name, [Estimate(one, 5) for one in pair]) for name, pair in means.items()
    ]
    alt = figures.ranking(systems, raters=["People", "j"], measure="Mean").alt
    assert "b: People rank 1=: 3, j rank 1=: 2." in alt
    assert "c: People rank 1=: 3, j not estimable." in alt
    assert "a: People rank 3: 1, j rank 1=: 2." in alt
    low = figures.ranking(systems, raters=["People", "j"], measure="Mean", low_is_best=True).alt
    assert "a: People rank 1: 1, j rank 1=: 2." in low


@pytest.mark.parametrize("raters", [["People"], ["People", "j", "k"]])
def test_a_ranking_needs_a_judge_and_a_mean_for_each_rater(raters):
    with pytest.raises(ValueError, match="every system needs a mean"):
        figures.ranking(
            [RankedSystem("a", [NONE, NONE][: min(2, len(raters))])], raters=raters, measure="Mean"
        )


def test_a_curve_needs_a_value_for_each_number_of_raters():
    with pytest.raises(ValueError, match="one value for each number"):
        figures.reliability_curve([ReliabilityCurve("x", [1, 2], [NONE])], statistic="rho")


def test_marks_differ_in_shape_or_fill_and_their_colours_stand_out_from_white():
    marks = [PEOPLE, *(judge_mark(place) for place in range(16))]
    assert len({(one.shape, one.filled) for one in marks}) == 17
    for mark in marks:
        linear = [
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
            for part in to_rgb(mark.colour)
        ]
        luminance = np.dot(linear, (0.2126, 0.7152, 0.0722))
        assert 1.05 / (luminance + 0.05) >= 3


def test_text_is_eight_points_and_the_ground_is_white():
    root = parsed(in_rows(3, COLUMN))
    assert {one.get("font-size") for one in root.iter(f"{{{SVG}}}text")} == {"8px"}
    assert (root.get("width"), root.get("viewBox").split()[2]) == ("244.8pt", "244.8")
    assert next(root.iter(f"{{{SVG}}}path")).get("fill") == "#ffffff"


def test_drawing_leaves_the_settings_and_pyplot_alone():
    before = dict(mpl.rcParams)
    one_each(2, COLUMN)
    assert dict(mpl.rcParams) == before
    program = "import sys; from tests.analysis.report.test_figures import *; one_each(2, COLUMN)"
    program += "; sys.exit('matplotlib.pyplot' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_names_are_shortened_in_the_middle_and_stay_distinct():
    long = [f"{'the-same-beginning-' * 3}{place}{'-and-the-same-end' * 3}" for place in range(3)]
    fitted = labels([*long, "short"], 1.0)
    assert len(set(fitted)) == 4
    assert fitted[3] == "short"
    assert all(width_of(one) <= 1.0 and "…" in one for one in fitted[:3])
    assert shortened("abcdefghij" * 9, 0.8)[0] == "a"
    assert shortened("abcdefghij" * 9, 0.8)[-1] == "j"


def test_wrapping_breaks_at_joints_and_loses_nothing_that_fits():
    text = wrapped("relevance of the summary to the query", 1.2, 3)
    assert text.replace("\n", " ") == "relevance of the summary to the query"
    assert max(width_of(line) for line in text.split("\n")) <= 1.2


def test_numbers_are_written_for_a_reader():
    assert [number(one) for one in (0.5, -0.25, 0, -0.0001, 12.3456, 1234.5)] == [
        "0.5",
        "−0.25",
        "0",
        "0",
        "12.35",
        "1234",
    ]
    assert spoken(Estimate(0.5, 3, 0.25, 0.75)) == "0.5 (0.25 to 0.75)"
    assert spoken(NAN) == "not estimable"


def test_a_range_holds_every_interval_and_passes_over_what_is_not_there():
    low, high = limits([Estimate(0.5, 3, 0.2, 0.9), NONE, NAN, Estimate(None, 1, -9, 9)])
    assert (low, high) == (pytest.approx(0.158), pytest.approx(0.942))
    assert limits([]) == (0, 1)
    assert limits([Estimate(3.0, 1)]) == (2.5, 3.5)
