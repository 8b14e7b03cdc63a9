"""Removal of some assignments' rows from a stored export. The bytes of the other rows do not
change. In Parquet files, their bytes can change, but not their values."""

import csv
import json
from collections.abc import Container, Iterable, Iterator
from typing import IO

from core.extras import require_extra
from core.tabular.outlets import Outlet
from hits.exports.choice import Form

# Names of the column with the assignment's number, which is blank in rows without an assignment.
COLUMNS = ("AssignmentId", "assignment")


class Remaining:
    """The part of a file that remains. `erased` are the removed assignments, and `rows` is the
    number of remaining rows. Both are complete only after all of `pieces` has been read."""

    def __init__(self, file: IO[bytes], assignments: frozenset[int]) -> None:
        self.file, self.assignments = file, assignments
        self.erased: set[int] = set()
        self.rows = 0

    def pieces(self) -> Iterator[bytes]:
        raise NotImplementedError

    def _stays(self, assignment: int | None) -> bool:
        if assignment in self.assignments:
            self.erased.add(assignment)
            return False
        self.rows += 1
        return True


class RemainingLines(Remaining):
    def pieces(self) -> Iterator[bytes]:
        for line in self.file:
            row = json.loads(line)
            if self._stays(row[_column(row)]):
                yield line


class RemainingRecords(Remaining):
    """The records of a CSV file that remain. A record can span several lines."""

    def pieces(self) -> Iterator[bytes]:
        lines: list[bytes] = []
        records = csv.reader(self._noted(lines))
        names = next(records)
        place = names.index(_column(names))
        yield b"".join(lines)
        lines.clear()
        for record in records:
            if self._stays(int(record[place]) if record[place] else None):
                yield b"".join(lines)
            lines.clear()

    def _noted(self, lines: list[bytes]) -> Iterator[str]:
        """Yield the file's lines as text, and append the bytes of each line to `lines`."""
        for line in self.file:
            lines.append(line)
            yield line.decode()


class RemainingGroups(Remaining):
    def pieces(self) -> Iterator[bytes]:
        require_extra("parquet")
        import pyarrow as pa
        import pyarrow.parquet as pq

        outlet, source = Outlet(), pq.ParquetFile(self.file)
        with pq.ParquetWriter(pa.PythonFile(outlet, mode="w"), source.schema_arrow) as writer:
            for number in range(source.num_row_groups):
                group = source.read_row_group(number)
                ids: Iterable[int | None] = group[_column(group.column_names)].to_pylist()
                staying = [self._stays(assignment) for assignment in ids]
                if any(staying):
                    writer.write_table(group.filter(pa.array(staying)))
                yield outlet.take()
        yield outlet.take()


def _column(names: Container[str]) -> str:
    return next(name for name in COLUMNS if name in names)


KINDS = {Form.CSV: RemainingRecords, Form.JSON_LINES: RemainingLines, Form.PARQUET: RemainingGroups}


def without_rows(file: IO[bytes], form: str, assignments: frozenset[int]) -> Remaining:
    return KINDS[Form(form)](file, assignments)
