"""Checks of the files and links in a table. Each file or link is found, checked and staged once."""

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import astuple, dataclass, field
from typing import Any

from django.db.backends.utils import CursorWrapper

from core.database.sql import load
from core.tabular.findings import LISTED, Findings
from stimuli.imports.staging import copy_rows, pages
from stimuli.media.errors import MediaError
from stimuli.media.files import Checked, MediaSource, check_file, check_link, is_link

STEP = 200  # files per step
_SQL = "stimuli/imports/sql/files.sql"
TAGS, NUMBERED = load(_SQL, "tags", listed=str(LISTED)), load(_SQL, "numbered")


@dataclass
class FileCheck:
    """A check of the media named in a table. `columns` maps fields to the table's columns."""

    cursor: CursorWrapper
    source: MediaSource | None
    megapixels: int  # maximum size of a picture
    pool: Executor
    columns: Mapping[str, str]
    findings: Findings
    _has_told_absence: bool = field(default=False, init=False)

    def run(self, progress: Callable[[int], None]) -> None:
        """Check and stage all media files and links, and add the problems to `findings`. `progress`
        is called with the number of files checked so far."""
        for files in pages(self.cursor, "import_file", "number", "row, field, kind, name", STEP):
            results = self.pool.map(self._check, files)
            checked = []
            for (_number, row, column, kind, name), result in zip(files, results, strict=True):
                if isinstance(result, MediaError):
                    self._refuse(result, row, column, name)
                else:
                    checked.append((kind, name, *astuple(result)))
            copy_rows(self.cursor, "import_medium", checked)
            progress(files[-1][0])
        self._tell_tags()

    def _check(self, file: tuple[int, int, str, Any, str]) -> Checked | MediaError:
        *_place, kind, name = file
        try:
            if is_link(name):
                return check_link(name, kind)
            if self.source is None:
                return MediaError("")
            key = self.source.find(name)
            return check_file(self.source, key, kind, megapixels=self.megapixels)
        except MediaError as error:
            return error

    def _refuse(self, error: MediaError, row: int, column: str, name: str) -> None:
        what, remedy = error.what, error.remedy
        if not what:
            if self._has_told_absence:
                return
            self._has_told_absence = True
            what = f"{name} is a file name, but the import has no media (reported once)."
            remedy = "Add a folder or a ZIP file of media, or use links."
        self.findings.refuse(what, row=row, column=self.columns.get(column, column), remedy=remedy)

    def _tell_tags(self) -> None:
        """Add a warning for each kind of metadata tag, at the first file that has such a tag."""
        self.cursor.execute(TAGS)
        tags: dict[int, list[str]] = {}
        for tag, count, number in self.cursor.fetchall():
            tags.setdefault(number, []).append(f"{tag} ({count:,} files)" if count > 1 else tag)
        for number, names in tags.items():
            self.cursor.execute(NUMBERED, {"number": number})
            row, column, name = self.cursor.fetchone()
            self.findings.warn(
                f"{name} contains metadata tags: {', '.join(names)}.",
                row=row,
                column=self.columns.get(column, column),
                remedy="Pages show a copy without the tags. Pixels and sound do not change.",
            )
