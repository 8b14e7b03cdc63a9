"""The files that the site stores outside the database. These are media, which are named by their
hash, and other files (uploads, exports, bundles), which are each written once.

Files are read only through Django's storage, so a folder and an S3 store both work.
"""

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass

from django.core.files.storage import default_storage

from stimuli.models import Medium
from stimuli.store import FOLDER, storage_name
from stimuli.store.folder import INCOMING

# Not listed here: media are listed by the database, and INCOMING has unfinished files
APART = {FOLDER, INCOMING}


@dataclass(frozen=True)
class StoredFile:
    """The name of a stored file, and its hash and size if they are known."""

    name: str
    sha256: str = ""
    size: int = 0


def media() -> Iterator[StoredFile]:
    """Yield every media file that database rows name, including the copies that pages show instead.
    Each file is yielded once, in the order of the hashes. The rows are read in chunks."""
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
    """Yield every stored file in `folder` and its subfolders, except media files."""
    try:
        folders, names = default_storage.listdir(folder)
    except (FileNotFoundError, NotADirectoryError):
        return
    for name in sorted(names):
        yield StoredFile(posixpath.join(folder, name))
    for name in sorted(folders):
        if folder or name not in APART:
            yield from others(posixpath.join(folder, name))
