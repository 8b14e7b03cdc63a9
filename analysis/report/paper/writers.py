"""Writers of a table for a paper in three formats: Markdown, LaTeX with booktabs rules, and CSV."""

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from textwrap import wrap

from analysis.report.paper.shape import (
    Cell,
    Lettered,
    PaperTable,
    Row,
    figure_of,
    interval_text,
    letters_of,
    text_of,
    value_text,
)
from core.tabular.formulas import guarded

LATEX = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "[": "{[}",  # after the end of a row, LaTeX would read it as a length
    "*": "{*}",
    "–": "--",
    "−": "$-$",
    "↓": r"$\downarrow$",
    "ω": r"$\omega$",
    "ρ": r"$\rho$",
    "<": "$<$",
    ">": "$>$",
    "|": "$|$",
}
# Millimetres: the width of text in the class `article`, of a small letter, of a tiny letter, and of
# the gap between columns.
TEXT_WIDTH, LETTER, TINY, GAP = 118, 1.6, 1.15, 3.0
LONGEST_NAME, LONGEST_HEAD, LONGEST_GROUP = 24, 12, 50  # letters on one line
MOST_LINES, CAPTION = 42, 85  # lines of one float; letters on a line of its caption


def as_markdown(table: PaperTable) -> str:
    """Return the table as Markdown for a README or a notebook, with caption and notes below it."""
    head = [*table.names, *table.heads]
    rows = [_piped(head), "|" + " --- |" * len(table.names) + " ---: |" * len(table.heads)]
    rows += [_piped([*row.names, *map(text_of, row.cells)]) for row in table.rows]
    notes = ["", *(f"- {_bar(note)}" for note in table.notes)] if table.notes else []
    return "\n".join([*rows, "", table.caption, *notes, ""])


def _piped(cells: Sequence[str]) -> str:
    return f"| {' | '.join(map(_bar, cells))} |"


def _bar(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def as_csv(table: PaperTable) -> str:
    """Return the table as CSV for programs: each statistic unrounded, with its interval and n."""
    buffer = io.StringIO()
    lines = csv.writer(buffer, lineterminator="\n")
    columns = [[row.cells[index] for row in table.rows] for index in range(len(table.heads))]
    lines.writerow(
        [
            *(guarded(name.lower()) for name in table.names),
            *(
                guarded(f"{head}{part}")
                for head, cells in zip(table.heads, columns, strict=True)
                for part in _parts(cells)
            ),
        ]
    )
    for row in table.rows:
        pairs = zip(row.cells, columns, strict=True)
        values = [value for cell, cells in pairs for value in _values(cell, cells)]
        lines.writerow([*map(guarded, row.names), *values])
    return buffer.getvalue()


def _parts(cells: Sequence[Cell]) -> list[str]:
    """Return the suffixes of the CSV columns into which one column of the table is split."""
    if not any(figure_of(cell) for cell in cells):
        return [""]
    letters = [" letters"] if any(isinstance(cell, Lettered) for cell in cells) else []
    return ["", " low_95", " high_95", " n", *letters]


def _values(cell: Cell, column: Sequence[Cell]) -> list[str]:
    parts, figure = _parts(column), figure_of(cell)
    if figure is None:
        return [guarded(str(cell)), *[""] * (len(parts) - 1)]
    ends = (figure.value, figure.low, figure.high)
    numbers = ["" if each is None else f"{each:.6g}" for each in ends]
    values = [*numbers, str(figure.n), letters_of(cell)]
    return values[: len(parts)]


def as_latex(table: PaperTable) -> str:
    r"""Return the table as LaTeX for a paper. A wide table is split into several tabulars, and a
    long table into several floats. The result needs only \usepackage{booktabs}. Names are escaped.
    Notes are LaTeX comments."""
    floats = [_float(table, number, tabulars) for number, tabulars in enumerate(_floats(table))]
    notes = [f"% {' '.join(note.split())}" for note in table.notes]
    return "\n".join([r"% needs \usepackage{booktabs}", *notes, *floats, ""])


def _float(table: PaperTable, number: int, tabulars: Sequence[Sequence[str]]) -> str:
    caption = f"{table.title} (continued)." if number else f"{table.title}. {table.caption}"
    label = f"tab:{table.name}" + (f"-{number + 1}" if number else "")
    body = [line for tabular in tabulars for line in (*tabular, r"\par\medskip")][:-1]
    return "\n".join(
        [
            r"\begin{table}",
            r"\centering\small\setlength{\tabcolsep}{4pt}",
            rf"\caption{{{escaped(caption)}}}",
            rf"\label{{{label}}}",
            *body,
            r"\end{table}",
        ]
    )


def _floats(table: PaperTable) -> Iterator[list[list[str]]]:
    tabulars: list[list[str]] = []
    lines = len(table.caption) // CAPTION
    for tabular, height in _tabulars(table):
        if tabulars and lines + height > MOST_LINES:
            yield tabulars
            tabulars, lines = [], 0
        tabulars.append(tabular)
        lines += height
    yield tabulars


def _tabulars(table: PaperTable) -> Iterator[tuple[list[str], int]]:
    """Yield tabulars small enough for a page, with the approximate number of lines of each."""
    room = MOST_LINES - len(table.caption) // CAPTION - 2
    for columns in _panels(table):
        panel = replace(
            table,
            heads=[table.heads[index] for index in columns],
            rows=[Row(row.names, [row.cells[index] for index in columns]) for row in table.rows],
        )
        head = 2 + max(len(_stacked(text)) for text in panel.heads)
        rows, lines = list[Row](), head
        for row, height in zip(panel.rows, _heights(panel), strict=True):
            if rows and lines + height > room:
                yield _tabular(replace(panel, rows=rows)), lines
                rows, lines = [], head
            rows.append(row)
            lines += height
        yield _tabular(replace(panel, rows=rows)), lines


def _heights(panel: PaperTable) -> list[int]:
    """Return each row's approximate number of lines. A group's line counts with its first row."""
    groups = [_group(panel, row) for row in panel.rows]
    begins = [not number or groups[number - 1] != group for number, group in enumerate(groups)]
    return [
        max(-(-len(name) // LONGEST_NAME) for name in row.names[-panel.own :])
        + any(interval_text(cell) for cell in row.cells)
        + begins[number] * (2 + len(groups[number]) // LONGEST_GROUP)
        for number, row in enumerate(panel.rows)
    ]


def _group(table: PaperTable, row: Row) -> str:
    """Return the text common to a group's rows, for the line above them, or "" if there is none."""
    return ": ".join(row.names[: len(row.names) - table.own])


def _panels(table: PaperTable) -> Iterator[list[int]]:
    letters = [min(LONGEST_NAME, max(map(len, each))) for each in _columns_of_names(table)]
    room = TEXT_WIDTH - sum(width * LETTER + GAP for width in letters)
    panel, used = list[int](), 0.0
    for index, head in enumerate(table.heads):
        width = _cell_width(head, [row.cells[index] for row in table.rows])
        if panel and used + width > room:
            yield panel
            panel, used = [], 0.0
        panel.append(index)
        used += width
    yield panel


def _columns_of_names(table: PaperTable) -> list[list[str]]:
    return [
        [table.names[index], *(row.names[index] for row in table.rows)]
        for index in range(-table.own, 0)
    ]


def _cell_width(head: str, cells: Sequence[Cell]) -> float:
    words = [*_stacked(head), *(value_text(cell) + letters_of(cell) for cell in cells)]
    large = max(map(len, words)) * LETTER
    small = max((len(interval_text(cell)) for cell in cells), default=0) * TINY
    return max(large, small) + GAP


def _stacked(text: str) -> list[str]:
    return wrap(text, LONGEST_HEAD, break_long_words=False) or [""]


def _tabular(table: PaperTable) -> list[str]:
    columns = "".join(map(_column, _columns_of_names(table))) + "r" * len(table.heads)
    top = [*map(escaped, table.names[-table.own :]), *map(_stack, map(_stacked, table.heads))]
    lines = [rf"\begin{{tabular}}{{@{{}}{columns}@{{}}}}", r"\toprule", " & ".join(top) + r" \\"]
    group = None
    for row in table.rows:
        if group is None or group != _group(table, row):
            group = _group(table, row)
            lines.append(r"\midrule")
            span = rf"\multicolumn{{{table.own + len(table.heads)}}}{{@{{}}l}}"
            lines += [
                rf"{span}{{\itshape {escaped(line)}}} \\" for line in wrap(group, LONGEST_GROUP)
            ]
        lines += _row(row.names[-table.own :], row.cells)
    return [*lines, r"\bottomrule", r"\end{tabular}"]


def _column(texts: Sequence[str]) -> str:
    is_long = max(map(len, texts)) > LONGEST_NAME
    return f"p{{{LONGEST_NAME * LETTER:g}mm}}" if is_long else "l"


def _row(names: Sequence[str], cells: Sequence[Cell]) -> list[str]:
    values = " & ".join([*map(_name, names), *map(_value, cells)])
    if not any(map(interval_text, cells)):
        return [rf"{values} \\"]
    intervals = " & ".join(_small(interval_text(cell)) for cell in cells)
    return [rf"{values} \\[-2pt]", rf"{'&' * len(names)} {intervals} \\[2pt]"]


def _name(text: str) -> str:
    return (r"\raggedright " if len(text) > LONGEST_NAME else "") + escaped(text)


def _value(cell: Cell) -> str:
    letters = letters_of(cell)
    return escaped(value_text(cell)) + (rf"\textsuperscript{{{letters}}}" if letters else "")


def _small(text: str) -> str:
    return rf"{{\scriptsize {escaped(text)}}}" if text else ""


def _stack(lines: Sequence[str]) -> str:
    r"""Return several lines as the content of one cell, using LaTeX's own \shortstack."""
    stacked = r"\\".join(map(escaped, lines))
    return stacked if len(lines) == 1 else rf"\shortstack[r]{{{stacked}}}"


def escaped(text: str) -> str:
    return "".join(LATEX.get(letter, letter) for letter in text.replace("\n", " "))


# Ending → (content type, writer).
WRITERS: Mapping[str, tuple[str, Callable[[PaperTable], str]]] = {
    "md": ("text/markdown", as_markdown),
    "tex": ("application/x-tex", as_latex),
    "csv": ("text/csv", as_csv),
}
