"""Uploaded tables that are read during a request, and are therefore limited in size."""

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from django.utils.translation import gettext as _

from core.errors import RateroomError
from core.tabular.uploaded import Upload, uploaded

MOST_BYTES = 2 * 1024 * 1024


class SizedUpload(Upload, Protocol):
    """An uploaded file with its size in bytes."""

    size: int


def check_size(file: SizedUpload, field: str) -> None:
    """Raise RateroomError for `field` if the file is larger than 2 MB."""
    if file.size > MOST_BYTES:
        raise RateroomError(_("The file is larger than 2 MB. Upload a smaller file."), field=field)


def small_table(file: SizedUpload, *, field: str = "table") -> AbstractContextManager[Path]:
    """Return a context manager that yields the path of the uploaded table. Raises RateroomError for
    `field` if the table is larger than 2 MB."""
    check_size(file, field)
    return uploaded(file)
