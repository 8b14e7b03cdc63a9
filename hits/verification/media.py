"""Checks of the stored media: every row has its file, of its size and hash, and every file its
row."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from django.core.files.storage import default_storage
from django.db.models import Exists, OuterRef

from hits.verification.base import Check
from stimuli.models import ItemMedium, Medium, OutputMedium, storage_name

ROOT = "media"
CHUNK = 1 << 20


@dataclass(frozen=True)
class MediaCheck(Check):
    """A check that reads the storage; `search` gives the phrases."""

    search: Callable[[], Iterable[str]] = tuple

    def offenders(self) -> Iterable[str]:
        return self.search()


def _stored() -> Iterator[tuple[Medium, str, int | None]]:
    """(medium, hash, bytes) of every file that should be there: what was imported, then the copy
    that is shown instead."""
    for medium in Medium.objects.filter(sha256__isnull=False).order_by("pk").iterator():
        yield medium, str(medium.sha256), medium.size
        if medium.clean_sha256:
            yield medium, medium.clean_sha256, medium.clean_size


def _files() -> set[str]:
    """The hashes of the files in the storage."""
    return {name for folder in _listed(ROOT)[0] for name in _listed(f"{ROOT}/{folder}")[1]}


def _listed(path: str) -> tuple[list[str], list[str]]:
    try:
        return default_storage.listdir(path)
    except (FileNotFoundError, NotADirectoryError):
        return [], []


def _missing() -> Iterator[str]:
    files = _files()
    for medium, sha256, size in _stored():
        name = storage_name(sha256)
        if sha256 not in files:
            yield f"medium {medium.pk} ({medium.original_name}): no file {name}"
        elif size is not None and (actual := default_storage.size(name)) != size:
            yield f"medium {medium.pk} ({medium.original_name}): {actual} bytes instead of {size}"


def _changed() -> Iterator[str]:
    for medium, sha256, _size in _stored():
        name = storage_name(sha256)
        if default_storage.exists(name) and _hash(name) != sha256:
            yield f"medium {medium.pk} ({medium.original_name}): the bytes have another hash"


def _hash(name: str) -> str:
    digest = hashlib.sha256()
    with default_storage.open(name) as file:
        while block := file.read(CHUNK):
            digest.update(block)
    return digest.hexdigest()


def _without_row() -> Iterator[str]:
    hashes = {sha256 for _medium, sha256, _size in _stored()}
    yield from (f"file {storage_name(name)}" for name in sorted(_files() - hashes))


def _shown_nowhere() -> Iterator[str]:
    of_item = ItemMedium.objects.filter(medium=OuterRef("pk"))
    of_output = OutputMedium.objects.filter(medium=OuterRef("pk"))
    for medium in Medium.objects.exclude(Exists(of_item) | Exists(of_output)).order_by("pk"):
        yield f"medium {medium.pk} ({medium})"


def checks(*, hashes: bool) -> list[Check]:
    """The checks of media; with `hashes`, the one that reads every byte is among them."""
    media_checks: list[Check] = [
        MediaCheck(
            "media_there",
            "Every stored picture, clip and sound has its file, of the right size.",
            "Copy the files from a backup of the media folder; they are named by their SHA-256.",
            search=_missing,
        ),
        MediaCheck(
            "media_without_row",
            "Every file in the media folder belongs to a row.",
            (
                "An import that was killed left it, and the next one will use it; "
                "or delete it while no import runs."
            ),
            search=_without_row,
            warning=True,
        ),
        MediaCheck(
            "media_shown_nowhere",
            "Every picture, clip and sound is shown by an item or an output.",
            "It costs room on the disk only.",
            search=_shown_nowhere,
            warning=True,
        ),
    ]
    if hashes:
        changed = MediaCheck(
            "media_unchanged",
            "Every stored picture, clip and sound has the bytes that were imported.",
            "Copy the file from a backup: ratings of other bytes are not comparable.",
            search=_changed,
        )
        media_checks.append(changed)
    return media_checks
