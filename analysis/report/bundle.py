"""The ZIP bundle for checking a comparison: ratings, tables, figures and a script."""

import csv
import io
import json
import re
import shutil
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from core.tabular.formulas import guarded

Numbers = Sequence[Sequence[str]]


@dataclass(frozen=True)
class Drawn:
    """One figure as an SVG file, a PDF file, and a text that describes the figure.

    `numbers` has the drawn values as a table. Its first row has the column heads, and each further
    row starts with a name.
    """

    svg: bytes
    pdf: bytes
    alt: str
    numbers: Numbers = ()


# earliest time in a ZIP file; with a fixed time, the same content gives the same bytes
EPOCH = (1980, 1, 1, 0, 0, 0)
SCRIPT = Path(__file__).with_name("recompute.py")
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*(\.[a-z0-9]+)?")


def write_bundle(
    target: Path | IO[bytes],
    *,
    ratings: Mapping[str, Iterable[bytes]],
    dictionary: Iterable[Sequence[str]],
    tables: Mapping[str, str],
    figures: Mapping[str, Drawn],
    main_table: Sequence[Mapping[str, object]],
) -> None:
    """Write the ZIP to `target`, a path or an open binary file. A file at a path is replaced only
    when the ZIP is complete.

    `ratings` has the pieces of each file by file name. `dictionary` has the lines of
    dictionary.csv. `tables` has texts by file name. `figures` are by name without a file extension.
    `main_table` has the rows of table.json, which recompute.py explains; `value` is None if there
    is no estimate. Raises ValueError for NaN, and for names with characters other than a-z, 0-9, -
    and _.
    """
    for name in (*ratings, *tables, *figures):
        if not _NAME.fullmatch(name):
            raise ValueError(
                f"{name!r} can't be a file's name here: use lower-case letters, digits, '-' and '_'"
            )
    with tempfile.TemporaryFile() as draft:
        with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as bundle:
            for name, pieces in ratings.items():
                with _entry(bundle, name) as entry:
                    entry.writelines(pieces)
            lines = io.StringIO()
            csv.writer(lines).writerows([*map(guarded, row)] for row in dictionary)
            write_entry(bundle, "dictionary.csv", lines.getvalue().encode())
            for name, text in tables.items():
                write_entry(bundle, f"tables/{name}", text.encode())
            for name, drawn in figures.items():
                write_entry(bundle, f"figures/{name}.svg", drawn.svg)
                write_entry(bundle, f"figures/{name}.pdf", drawn.pdf)
            table = json.dumps(list(main_table), ensure_ascii=False, indent=1, allow_nan=False)
            write_entry(bundle, "table.json", f"{table}\n".encode())
            write_entry(bundle, "recompute.py", SCRIPT.read_bytes())
            write_entry(bundle, "README.md", _readme(ratings, tables, figures).encode())
        draft.seek(0)
        _deliver(draft, target)


def _deliver(draft: IO[bytes], target: Path | IO[bytes]) -> None:
    if not isinstance(target, Path):
        shutil.copyfileobj(draft, target)
        return
    # In the target's folder, so that the last step is an atomic rename.
    with tempfile.NamedTemporaryFile(
        dir=target.parent, prefix=f".{target.name}.", delete=False
    ) as beside:
        try:
            shutil.copyfileobj(draft, beside)
            beside.close()
            Path(beside.name).replace(target)
        except BaseException:
            Path(beside.name).unlink(missing_ok=True)
            raise


@contextmanager
def _entry(bundle: zipfile.ZipFile, name: str) -> Iterator[IO[bytes]]:
    info = zipfile.ZipInfo(name, EPOCH)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.create_system = 3  # Unix on every machine, so that the bytes are the same
    info.external_attr = 0o644 << 16
    with bundle.open(info, "w", force_zip64=True) as entry:
        yield entry


def write_entry(bundle: zipfile.ZipFile, name: str, content: bytes) -> None:
    """Add a file to the ZIP so that its bytes depend only on the name and the content."""
    with _entry(bundle, name) as entry:
        entry.write(content)


def _readme(ratings: Iterable[str], tables: Mapping[str, str], figures: Mapping[str, Drawn]) -> str:
    listed = "".join(f"- `tables/{name}`\n" for name in tables)
    drawn = "".join(
        f"- `figures/{name}.svg`, `figures/{name}.pdf`: {figure.alt}\n"
        for name, figure in figures.items()
    )
    parquet = ""
    if "ratings.parquet" in ratings:
        parquet = "- `ratings.parquet`: the same rows, with the text as it was.\n"
    return f"""# A comparison of judges with people

- `ratings.csv`: a row for each answer of a person or a judge. Text that a spreadsheet would run as
  a formula has an apostrophe before it (so has text that begins with one).
{parquet}- `dictionary.csv`: what the columns and values mean.
- `methods.md`: how the study was run and the figures were computed, with every setting.
- `plan.md`: the plan set before publishing, what happened, and how that deviates.
- `osf.md`: the plan by the questions of OSF's preregistration form.
- `pages.html`: what annotators read, and the first HIT as they saw it. A browser prints it.
- `responsible-nlp.md`, `neurips.md`, `data-card.md`: what those checklists ask of the study.
- `croissant.json`: the ratings as a Croissant dataset, with the fields of responsible AI.
- `heds.json`: answers in words for the form of the Human Evaluation Datasheet (HEDS 3.0).
- `table.json`: the main table, unrounded.
- `recompute.py`: computes the main table and the metrics' figures again from the ratings, with \
public libraries only, and compares.
{listed}{drawn}
A row with a `criterion` and a `value` is a rating. Other rows are reasons and steps. A preference \
names both systems, \
`system` and `system_b`.

To check the table:

    pip install numpy scipy krippendorff pyarrow
    python recompute.py

It exits with 1 where a figure differs by more than 0.000001.
"""
