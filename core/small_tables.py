"""Uploaded tables that are read within a request, and are therefore limited in size."""

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from django.utils.translation import gettext as _

from core.errors import RateroomError
from core.tabular.uploaded import Upload, uploaded

MOST_BYTES = 2 * 1024 * 1024


class SizedUpload(Upload, Protocol):
    """An uploaded file of a form, with its size in bytes."""

    size: int


def check_size(file: SizedUpload, field: str) -> None:
    """Raise RateroomError at `field` if the table is too large."""
    if file.size > MOST_BYTES:
        raise RateroomError(_("The file is larger than 2 MB. Upload a smaller file."), field=field)


def small_table(file: SizedUpload, *, field: str = "table") -> AbstractContextManager[Path]:
    """Return a context in which the path of the uploaded table exists. Raises RateroomError at
    `field` if the table is too large."""
    check_size(file, field)
    return uploaded(file)
