"""The files that the site stores outside the database: media, named by their hash, and other files
(uploads, exports, bundles), each written once under its own name.

Only Django's storage is used, so a folder and an S3 store both work.
"""

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass

from django.core.files.storage import default_storage

from stimuli.models import Medium
from stimuli.store import FOLDER, storage_name
from stimuli.store.folder import INCOMING

APART = {FOLDER, INCOMING}  # rows list the media; the other folder holds unfinished files


@dataclass(frozen=True)
class StoredFile:
    """A file's name in the storage, and its hash and size if they are already known."""

    name: str
    sha256: str = ""
    size: int = 0


def media() -> Iterator[StoredFile]:
    """Yield every media file that database rows refer to, and every copy that pages show instead.
    Each file is yielded once, in the order of the hashes. The list is read in pieces."""
    imported = Medium.objects.exclude(sha256=None).order_by().values_list("sha256", "size")
    copies = (
        Medium.objects.exclude(**{f"{copy}_sha256": none})
        .order_by()
        .values_list(f"{copy}_sha256", f"{copy}_size")
        for copy, none in (("clean", None), ("small", ""))
    )
    contents = imported.union(*copies)
    previous: str | None = ""
    for sha256, size in contents.order_by("sha256").iterator():
        if sha256 and sha256 != previous:
            yield StoredFile(storage_name(sha256), sha256, size or 0)
        previous = sha256


def others(folder: str = "") -> Iterator[StoredFile]:
    """Yield every stored file in `folder` that is not a media file."""
    try:
        folders, names = default_storage.listdir(folder)
    except (FileNotFoundError, NotADirectoryError):
        return
    for name in sorted(names):
        yield StoredFile(posixpath.join(folder, name))
    for name in sorted(folders):
        if folder or name not in APART:
            yield from others(posixpath.join(folder, name))
