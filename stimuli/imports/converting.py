"""Conversion of another tool's file into a table of outputs and a table of their scores."""

import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

from core.errors import DocumentError, RateroomError
from core.tabular.reading import CELL_LIMIT
from stimuli.imports.layouts import field_name
from stimuli.imports.options import ImportOptions
from stimuli.imports.rows import FIELD_NAME_LIMIT, ITEM_ID_LIMIT, SYSTEM_NAME_LIMIT
from stimuli.readers.interface import REPEAT, TOO_LONG, Entry, Reader, Score, Tally
from stimuli.readers.turns import number_of, text_of
from surveys.base import MEDIA_KINDS
from surveys.conversations.reading import conversation_text
from surveys.conversations.turns import CONVERSATION
from surveys.untrusted.texts import replaced

ITEM, SYSTEM, OUTPUT, TURNS = "item", "system", "output", f"output_{CONVERSATION}"
MOST_OUTPUTS = 1_000_000
MOST_SCORES = 500_000  # the same limit as for a table of metrics
MOST_NAMES = 50  # maximum number of different scores, and of an item's fields
MOST_TEXTS = 50  # maximum number of texts in a field that is a list
# Characters of one text, and of all texts in a row
LONGEST, LONGEST_ROW = 1_000_000, CELL_LIMIT - 1
LONGEST_REASON = 4_000  # characters of the reason for a score
SCORE_NAME_LIMIT = 80
FEW_LEFT_OUT = "Check whether the run that created the file failed."


@dataclass
class FileScore:
    """A summary of one score in the file. `best` is "" if the file does not state which end of the
    scale is best. The ends `low` and `high` are None if the file does not state them."""

    values: int = 0
    by: str = ""
    best: str = ""
    low: float | None = None
    high: float | None = None


@dataclass
class FileContents:
    """A summary of a file from another tool. `left_out` counts the omitted records and scores by
    reason, and `unknown` counts the unknown keys by name."""

    format: str
    records: int = 0
    items: int = 0
    systems: int = 0
    outputs: int = 0
    scores: dict[str, FileScore] = field(default_factory=dict)
    left_out: dict[str, int] = field(default_factory=dict)
    unknown: dict[str, int] = field(default_factory=dict)

    def stored(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Converted:
    """The tables converted from a file, in a temporary folder. `options` returns the import options
    for the table of outputs."""

    table: Path
    scores: Path
    contents: FileContents

    def options(self, options: ImportOptions) -> ImportOptions:
        columns = {"item_column": ITEM, "system_column": SYSTEM, "output_column": OUTPUT}
        return ImportOptions(rubric_version=options.rubric_version, **columns)


@contextmanager
def converted(path: Path, reader: Reader) -> Iterator[Converted]:
    """Yield the file's converted tables. Raises DocumentError, for example if it has no outputs."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        table, scores = folder / f"{path.name}.jsonl", folder / "scores.jsonl"
        with table.open("w", encoding="utf-8") as rows, scores.open("w", encoding="utf-8") as marks:
            conversion = _Conversion(path.name, reader.NAME, rows, marks)
            conversion.take(reader, path)
        yield Converted(table, scores, conversion.contents)


class _Conversion:
    """The conversion of one file. Only hashes of the earlier records are kept in memory."""

    def __init__(self, document: str, name: str, rows: IO[str], marks: IO[str]) -> None:
        self.document, self.rows, self.marks = document, rows, marks
        self.contents = FileContents(name)
        self._tally = Tally()
        self._contents: dict[int, int] = {}  # hash of the content, by hash of the item
        self._outputs: dict[int, int] = {}  # hash of the output, by hash of item and system
        self._scored: set[int] = set()  # hashes of item, system and score name
        self._systems: set[str] = set()
        self._fields: set[str] = set()

    def take(self, reader: Reader, path: Path) -> None:
        for entry in reader.entries(path, self._tally):
            self._take(entry)
        contents, tally = self.contents, self._tally
        contents.records = tally.records
        contents.items, contents.systems = len(self._contents), len(self._systems)
        contents.left_out, contents.unknown = dict(tally.left_out), dict(tally.unknown)
        if not contents.outputs:
            what = f"has no output that can be rated in its {contents.records:,} records."
            raise DocumentError.one(self.document, what, remedy=FEW_LEFT_OUT)

    def _take(self, entry: Entry) -> None:
        item, system = replaced(entry.item).strip(), replaced(entry.system).strip()
        fields, turns = self._shown(entry.fields), _conversation(entry)
        if entry.group and self._contents.get(_hash(item), _hash(fields)) != _hash(fields):
            item = f"{replaced(entry.group)} {item}"
        output = replaced(entry.output) if turns is None else ""
        columns = {ITEM: item, SYSTEM: system, OUTPUT: output, TURNS: turns}
        line = json.dumps({**columns, **fields}, ensure_ascii=False)
        if turns == "" or not _fits(item, system, output, line):
            self._tally.leave_out(TOO_LONG)
        elif self._is_repeated(item, system, fields, turns or output):
            self._tally.leave_out(REPEAT)
        else:
            if len(self._outputs) > self.contents.outputs:
                self._write(system, line)
            elif all(_hash(item, system, _name(score)) in self._scored for score in entry.scores):
                self._tally.leave_out(REPEAT)
            for score in entry.scores:
                self._score(item, system, score)

    def _is_repeated(
        self, item: str, system: str, fields: Mapping[str, object], output: str
    ) -> bool:
        """Return whether an earlier record contradicts an item's content or a system's output."""
        if self._contents.setdefault(_hash(item), _hash(fields)) != _hash(fields):
            return True
        return self._outputs.setdefault(_hash(item, system), _hash(output)) != _hash(output)

    def _write(self, system: str, line: str) -> None:
        self.contents.outputs += 1
        if self.contents.outputs > MOST_OUTPUTS:
            what = f"has more than {MOST_OUTPUTS:,} outputs."
            raise DocumentError.one(self.document, what, remedy="Split it into several files.")
        self._systems.add(system)
        self.rows.write(f"{line}\n")

    def _score(self, item: str, system: str, score: Score) -> None:
        name, scores = _name(score), self.contents.scores
        key = _hash(item, system, name)
        if key in self._scored:
            return
        if len(self._scored) >= MOST_SCORES or (name not in scores and len(scores) >= MOST_NAMES):
            what = f"has more than {MOST_SCORES:,} scores, or more than {MOST_NAMES} kinds."
            raise DocumentError.one(self.document, what, remedy="Split it into several files.")
        self._scored.add(key)
        of_name = scores.setdefault(name, FileScore(by=replaced(score.by)[:200]))
        of_name.values += 1
        if score.scale is None or (of_name.values > 1 and of_name.low is None):
            of_name.best, of_name.low, of_name.high = "", None, None
        else:
            of_name.best = "highest" if score.scale[0] < score.scale[1] else "lowest"
            of_name.low, of_name.high = min(score.scale), max(score.scale)
        row = {"item": item, "system": system, "metric": name, "value": score.value}
        row |= {"passed": score.passed, "reason": replaced(score.reason)[:LONGEST_REASON]}
        self.marks.write(json.dumps(row, ensure_ascii=False) + "\n")

    def _shown(self, fields: Mapping[str, object]) -> dict[str, object]:
        """Return the fields of an item under valid column names. A field with the name of another
        column is renamed. Fields that cannot be imported are counted as unknown."""
        columns: dict[str, object] = {}
        for key, value in fields.items():
            name = field_name(replaced(key))[:FIELD_NAME_LIMIT]
            written = _written(value)
            if name in (ITEM, SYSTEM, OUTPUT, "outputs") or name.startswith(f"{OUTPUT}_"):
                name = f"item_{name}"[:FIELD_NAME_LIMIT]
            if name in MEDIA_KINDS and not str(written).startswith(("http://", "https://")):
                name = f"item_{name}"
            if written in (None, "", []) or not name:
                continue
            self._fields.add(name)
            is_long = isinstance(written, list) and len(written) > MOST_TEXTS
            if is_long or name in columns or len(self._fields) > MOST_NAMES:
                self._tally.count_unknown([key], ())
            else:
                columns[name] = written
        return columns


def _fits(item: str, system: str, output: str, line: str) -> bool:
    is_named = 0 < len(item) <= ITEM_ID_LIMIT and 0 < len(system) <= SYSTEM_NAME_LIMIT
    return is_named and len(output) <= LONGEST and len(line) <= LONGEST_ROW


def _conversation(entry: Entry) -> str | None:
    """Return the record's turns in their stored form. Return None if the record has no turns, or ""
    if the turns cannot be stored."""
    if not entry.turns:
        return None
    try:
        return conversation_text([*entry.turns])
    except RateroomError:
        return ""


def _name(score: Score) -> str:
    return " ".join(replaced(score.name).split())[:SCORE_NAME_LIMIT] or "score"


def _written(value: object) -> object:
    """Return the value in a form for the table. Texts are cut to LONGEST characters, numbers that
    are not finite become None, and values of other types become JSON."""
    if isinstance(value, str):
        return replaced(value)[:LONGEST]
    if isinstance(value, bool):
        return value
    if isinstance(value, (int, float)):
        return value if number_of(value) is not None else None
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return [replaced(each)[:LONGEST] for each in value]
    return replaced(text_of(value))[:LONGEST]


def _hash(*values: object) -> int:
    content = json.dumps(values, sort_keys=True).encode()
    return int.from_bytes(blake2b(content, digest_size=8).digest())
