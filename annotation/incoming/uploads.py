"""Handling of large uploads. If the disk is full, the upload fails with a clear error."""

from contextlib import suppress
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import TemporaryFileUploadHandler

from core.tabular.uploaded import short_name


class UploadNotKept(Exception):
    """Raised if an upload could not be stored in the temporary folder. `str()` of the exception is
    the system's message."""


class DiskUploadHandler(TemporaryFileUploadHandler):
    """Django's upload handler, changed to read the whole upload before it reports a full disk.

    Otherwise, the connection would be cut while the browser is still sending, and the browser would
    not show the error page.
    """

    failed: OSError | None = None

    def new_file(self, field_name: str, file_name: str, *args: Any, **kwargs: Any) -> None:
        try:
            # Django appends the suffix of the sender's file name, however long it is.
            super().new_file(field_name, short_name(file_name), *args, **kwargs)
        except OSError as error:
            self.failed = error

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        if self.failed is None:
            try:
                super().receive_data_chunk(raw_data, start)
            except OSError as error:
                self._give_up(error)

    def file_complete(self, file_size: int) -> UploadedFile | None:
        if self.failed is None:
            try:
                return super().file_complete(file_size)
            except OSError as error:  # the last bytes could not be written
                self._give_up(error)
        return None

    def _give_up(self, error: OSError) -> None:
        self.failed = error
        with suppress(OSError):  # the remaining bytes do not fit either; the file is deleted anyway
            self.file.close()

    def upload_complete(self) -> None:
        if self.failed is not None:
            raise UploadNotKept(self.failed.strerror or str(self.failed)) from self.failed
