"""Everything a reader needs to check a comparison, as one ZIP: ratings, tables, figures, methods,
and a script."""

import csv
import io
import json
import math
import re
import shutil
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from analysis.report.figures.drawn import Drawn
from core.tabular.formulas import guarded

TEXTS = ("hit", "item", "system", "criterion", "target", "rater", "kind")
COLUMNS = (*TEXTS, "position", "value")
KINDS = {"human", "judge"}
ROWS_AT_A_TIME = 50_000
EPOCH = (
    1980,
    1,
    1,
    0,
    0,
    0,
)  # the earliest that a ZIP can say: the same content gives the same bytes
SCRIPT = Path(__file__).with_name("recompute.py")
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*(\.[a-z0-9]+)?")
Column = Sequence[Any]


def write_bundle(
    target: Path | IO[bytes],
    *,
    ratings: Mapping[str, Column],
    dictionary: Sequence[Mapping[str, str]],
    tables: Mapping[str, str],
    figures: Mapping[str, Drawn],
    methods: str,
    main_table: Sequence[Mapping[str, Any]],
) -> None:
    """Write the ZIP to `target`, a path or an open binary file; a path is replaced only when all of
    it is there.

    `ratings`: the nine `COLUMNS`, equally long; `position` is an integer or None, `value` a finite
    number, `kind` "human" or "judge", the rest text (None: blank). `dictionary`: rows of
    dictionary.csv, all with the first one's keys. `tables`: file name to text. `figures`: name
    without an ending. `main_table`: the rows of table.json, as recompute.py explains them; `value`
    is None where there is no estimate. ValueError for anything else.
    """
    _check_ratings(ratings)
    for name in (*tables, *figures):
        if not _NAME.fullmatch(name):
            raise ValueError(
                f"{name!r} can't be a file's name here: use lower-case letters, digits, '-' and '_'"
            )
    with tempfile.TemporaryFile() as draft:
        with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as bundle:
            _write_ratings(bundle, ratings)
            _write_csv(bundle, "dictionary.csv", _dictionary_rows(dictionary))
            for name, text in tables.items():
                _write(bundle, f"tables/{name}", text.encode())
            for name, drawn in figures.items():
                _write(bundle, f"figures/{name}.svg", drawn.svg)
                _write(bundle, f"figures/{name}.pdf", drawn.pdf)
            _write(bundle, "methods.md", methods.encode())
            _write(bundle, "table.json", _json(main_table))
            _write(bundle, "recompute.py", SCRIPT.read_bytes())
            _write(bundle, "README.md", _readme(tables, figures, len(ratings["value"])).encode())
        draft.seek(0)
        _deliver(draft, target)


def _deliver(draft: IO[bytes], target: Path | IO[bytes]) -> None:
    if not isinstance(target, Path):
        shutil.copyfileobj(draft, target)
        return
    # Beside the target, so that the last step is a rename, which is there whole or not at all.
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


def _check_ratings(ratings: Mapping[str, Column]) -> None:
    if set(ratings) != set(COLUMNS):
        raise ValueError(
            f"ratings need exactly the columns {', '.join(COLUMNS)}; these came: "
            f"{', '.join(ratings)}"
        )
    lengths = {len(column) for column in ratings.values()}
    if len(lengths) > 1:
        raise ValueError(f"the columns of ratings are of different lengths: {sorted(lengths)}")
    for row, (kind, value) in enumerate(zip(ratings["kind"], ratings["value"], strict=True), 1):
        if kind not in KINDS:
            raise ValueError(f"rating {row}: kind is {kind!r}, not human or judge")
        if value is None or not math.isfinite(value):
            raise ValueError(f"rating {row}: value is {value!r}, not a number")


def _write_ratings(bundle: zipfile.ZipFile, ratings: Mapping[str, Column]) -> None:
    columns = [ratings[name] for name in COLUMNS]
    _write_csv(bundle, "ratings.csv", _rating_rows(columns))
    with tempfile.TemporaryFile() as parquet, _entry(bundle, "ratings.parquet") as entry:
        _write_parquet(parquet, columns)
        parquet.seek(0)
        shutil.copyfileobj(parquet, entry)


def _rating_rows(columns: Sequence[Column]) -> Iterator[Sequence[str]]:
    yield COLUMNS
    for row in zip(*columns, strict=True):
        texts = [guarded(_text(cell)) for cell in row[: len(TEXTS)]]
        position, value = row[len(TEXTS) :]
        yield [*texts, "" if position is None else str(int(position)), repr(float(value))]


def _text(cell: Any) -> str:
    return "" if cell is None else str(cell)


def _write_parquet(target: IO[bytes], columns: Sequence[Column]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    types = {**dict.fromkeys(TEXTS, pa.string()), "position": pa.int32(), "value": pa.float64()}
    schema = pa.schema(
        [pa.field(name, types[name], nullable=name == "position") for name in COLUMNS]
    )
    with pq.ParquetWriter(target, schema, compression="zstd") as writer:
        for start in range(0, len(columns[-1]), ROWS_AT_A_TIME):
            parts = [column[start : start + ROWS_AT_A_TIME] for column in columns]
            cells: list[list[Any]] = [
                [_text(cell) for cell in part] for part in parts[: len(TEXTS)]
            ]
            cells.append([None if cell is None else int(cell) for cell in parts[-2]])
            cells.append([float(cell) for cell in parts[-1]])
            writer.write_table(pa.table(cells, schema=schema))


def _dictionary_rows(rows: Sequence[Mapping[str, str]]) -> Iterator[Sequence[str]]:
    if not rows:
        return
    names = list(rows[0])
    yield names
    for row in rows:
        if list(row) != names:
            raise ValueError(f"a row of the dictionary has the columns {list(row)}, not {names}")
        yield [guarded(_text(row[name])) for name in names]


def _json(rows: Sequence[Mapping[str, Any]]) -> bytes:
    return (json.dumps(list(rows), ensure_ascii=False, indent=1, allow_nan=False) + "\n").encode()


@contextmanager
def _entry(bundle: zipfile.ZipFile, name: str) -> Iterator[IO[bytes]]:
    info = zipfile.ZipInfo(name, EPOCH)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.create_system = 3  # Unix, on whatever machine it is written
    info.external_attr = 0o644 << 16
    with bundle.open(info, "w", force_zip64=True) as entry:
        yield entry


def _write(bundle: zipfile.ZipFile, name: str, content: bytes) -> None:
    with _entry(bundle, name) as entry:
        entry.write(content)


def _write_csv(bundle: zipfile.ZipFile, name: str, rows: Iterable[Sequence[str]]) -> None:
    with (
        _entry(bundle, name) as entry,
        io.TextIOWrapper(entry, encoding="utf-8", newline="") as text,
    ):
        csv.writer(text).writerows(rows)


def _readme(tables: Mapping[str, str], figures: Mapping[str, Drawn], count: int) -> str:
    listed = "".join(f"- `tables/{name}`\n" for name in tables)
    drawn = "".join(
        f"- `figures/{name}.svg`, `figures/{name}.pdf`: {figure.alt}\n"
        for name, figure in figures.items()
    )
    return f"""# A comparison of judges with people

- `ratings.parquet`, `ratings.csv`: {count} ratings, one a row. Text that a spreadsheet would run \
as a formula has an
  apostrophe before it in the CSV (so has text that begins with one); the Parquet file has the \
text as it was.
- `dictionary.csv`: what the values mean.
- `methods.md`: how the figures were computed, with every setting.
- `table.json`: the main table, unrounded.
- `recompute.py`: computes the main table again from the ratings, with public libraries only, and \
compares.
{listed}{drawn}
The columns of the ratings: `hit`, `item`, `system` (blank for a rating of no one system), \
`criterion`, `target` (what
of the HIT is rated), `rater`, `kind` (`human` or `judge`), `position` (the place where the rated \
output was shown, from
1; blank where there is none) and `value`.

To check the table:

    pip install numpy scipy krippendorff pyarrow
    python recompute.py

It exits with 1 where a figure differs by more than 0.000001.
"""
