"""Checks of stored media. Each row must have a file of the right size and hash, and each file must
have a row."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from hits.exports.snapshots import SNAPSHOTS
from hits.models import ExportSnapshot
from hits.verification.base import Check
from stimuli.models import DatasetImport, ItemMedium, Medium, OutputMedium
from stimuli.store import open_content, storage_name, stored_sizes, the_store
from stimuli.store.folder import INCOMING

CHUNK = 1 << 20


@dataclass(frozen=True)
class MediaCheck(Check):
    """A check that reads the media storage. `search` yields a description of each violation."""

    search: Callable[[], Iterable[str]] = tuple

    def offenders(self) -> Iterable[str]:
        return self.search()


def _stored() -> Iterator[tuple[Medium, str, int | None]]:
    """Yield (medium, hash, size) for every file that should exist: the imported file, then the
    copies that pages show instead. The size can be None."""
    for medium in Medium.objects.filter(sha256__isnull=False).order_by("pk").iterator():
        yield from ((medium, sha256, size) for sha256, size in medium.files)


def _missing() -> Iterator[str]:
    sizes = stored_sizes()
    for medium, sha256, size in _stored():
        actual = sizes.get(sha256)
        if actual is None:
            yield f"medium {medium.pk} ({medium.original_name}): no file {storage_name(sha256)}"
        elif size not in {None, actual}:
            yield f"medium {medium.pk} ({medium.original_name}): {actual} bytes instead of {size}"


def _changed() -> Iterator[str]:
    for medium, sha256, _size in _stored():
        if _hash(sha256) not in {None, sha256}:
            yield f"medium {medium.pk} ({medium.original_name}): the bytes have another hash"


def _hash(sha256: str) -> str | None:
    """Return the hash of the stored file's content. Return None if the file is missing, which
    another check reports."""
    digest = hashlib.sha256()
    try:
        with open_content(sha256) as file:
            while block := file.read(CHUNK):
                digest.update(block)
    except FileNotFoundError:
        return None
    return digest.hexdigest()


def _without_row() -> Iterator[str]:
    hashes = {sha256 for _medium, sha256, _size in _stored()}
    yield from (f"file {storage_name(name)}" for name in sorted(stored_sizes().keys() - hashes))


def _left_over() -> Iterator[str]:
    uploads = DatasetImport.objects.values_list("table", "archive", "scores")
    named = {name for names in uploads for name in names}
    named.update(ExportSnapshot.objects.values_list("file", flat=True))
    for folder in (DatasetImport.UPLOADS, SNAPSHOTS, INCOMING):
        files = (name for name, _size in the_store().files(folder))
        yield from (f"file {name}" for name in files if name not in named)


def _shown_nowhere() -> Iterator[str]:
    of_item = ItemMedium.objects.filter(medium=OuterRef("pk"))
    of_output = OutputMedium.objects.filter(medium=OuterRef("pk"))
    for medium in Medium.objects.exclude(Exists(of_item) | Exists(of_output)).order_by("pk"):
        yield f"medium {medium.pk} ({medium})"


def checks(*, hashes: bool) -> list[Check]:
    """Return the checks of media. If `hashes` is true, one of the checks reads and hashes every
    file."""
    media_checks: list[Check] = [
        MediaCheck(
            "media_there",
            "Every stored picture, clip and sound has a file of the right size.",
            "Copy the files from a backup of the media. Each file's name is its SHA-256.",
            search=_missing,
        ),
        MediaCheck(
            "media_without_row",
            "Every file in the media storage belongs to a database row.",
            (
                "Delete the file while no import is running, or leave it for a repeated import to "
                "use. It is from an import that was killed."
            ),
            search=_without_row,
            warning=True,
        ),
        MediaCheck(
            "files_left_over",
            "Every uploaded file and every export snapshot belongs to a database row.",
            "Delete the file while no upload or snapshot is running. It may be one in progress.",
            search=_left_over,
            warning=True,
        ),
        MediaCheck(
            "media_shown_nowhere",
            "Every picture, clip and sound is shown by an item or an output.",
            "Nothing is required. The file only takes up space.",
            search=_shown_nowhere,
            warning=True,
        ),
    ]
    if hashes:
        changed = MediaCheck(
            "media_unchanged",
            "Every stored picture, clip and sound has the bytes that were imported.",
            "Copy the file from a backup. Ratings of a changed file are not comparable.",
            search=_changed,
        )
        media_checks.append(changed)
    return media_checks
