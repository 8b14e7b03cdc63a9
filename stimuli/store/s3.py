"""A file store in a bucket of an S3-compatible server. The module is imported only on sites that
use a bucket, because boto3 takes tens of megabytes of memory."""

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from threading import Lock
from typing import IO, Any, ClassVar

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError, NoCredentialsError
from botocore.exceptions import ConnectionError as NoConnection
from django.core.files import File
from storages.backends.s3 import S3Storage

from stimuli.store.errors import NoSuchRange, StoreAway
from stimuli.store.spans import CHUNK, Content, Span

logger = logging.getLogger(__name__)

IN_MEMORY_BYTES = 16 * 1024**2  # bytes; larger files are written to a temporary file
CONNECT_SECONDS, READ_SECONDS, ATTEMPTS = 5, 30, 3
CONNECTIONS = 32
HASTY_SECONDS = 0.4  # short timeout for probes, which are waiting for the reply
GONE, BEYOND = 404, 416


@contextmanager
def reaching() -> Iterator[None]:
    """Raise StoreAway if the bucket cannot be reached or used. Raise FileNotFoundError if a file is
    missing."""
    try:
        yield
    except ClientError as error:
        reply = error.response
        code = str(reply.get("Error", {}).get("Code", ""))
        if reply["ResponseMetadata"]["HTTPStatusCode"] == GONE and code != "NoSuchBucket":
            raise FileNotFoundError(code) from error
        logger.warning("The media storage refused a request: %s", error)
        raise StoreAway(f"it answers {code or '-'}") from error
    except NoCredentialsError as error:
        logger.warning("The media storage: %s", error)
        raise StoreAway("no access keys are set") from error
    except NoConnection as error:
        logger.warning("The media storage does not answer: %s", error)
        raise StoreAway("it does not answer") from error
    except BotoCoreError as error:
        logger.warning("The media storage: %s", error)
        raise StoreAway("the request failed") from error


def _reaching(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def reached(*args: Any, **kwargs: Any) -> Any:
        with reaching():
            return method(*args, **kwargs)

    return reached


class S3Store(S3Storage):
    """The S3 storage of django-storages with byte ranges, one connection pool per process, and this
    project's errors. S3 shows an object only when it is complete.

    `redirect` is the store's origin for browsers, if the site redirects browsers to the store.
    """

    _lock: ClassVar[Lock] = Lock()

    def __init__(self, *, redirect: str = "", **settings: Any) -> None:
        self.redirect = redirect
        own = {"addressing_style": "path"} if settings.get("endpoint_url") else {}
        # For other servers, turn off the checksums that only some of them support.
        when = "when_required" if settings.get("endpoint_url") else "when_supported"
        super().__init__(
            client_config=Config(
                s3=own,
                signature_version="s3v4",
                connect_timeout=CONNECT_SECONDS,
                read_timeout=READ_SECONDS,
                max_pool_connections=CONNECTIONS,
                retries={"mode": "standard", "total_max_attempts": ATTEMPTS},
                request_checksum_calculation=when,
                response_checksum_validation=when,
            ),
            file_overwrite=False,
            max_memory_size=IN_MEMORY_BYTES,
            **settings,
        )
        self._shared: tuple[int, object] = (0, None)

    @property
    def connection(self) -> Any:
        """Return the connection that all threads of the process share. Only its client is used. A
        forked process creates a new connection."""
        pid, shared = self._shared
        if pid != os.getpid():
            with self._lock:
                pid, shared = self._shared
                if pid != os.getpid():
                    shared = self._resource(self.endpoint_url)
                    self._bucket = None
                    self._shared = (os.getpid(), shared)
        return shared

    def _resource(self, endpoint: str | None, config: Config | None = None) -> Any:
        session = boto3.Session(
            aws_access_key_id=self.access_key, aws_secret_access_key=self.secret_key
        )
        return session.resource(
            "s3",
            region_name=self.region_name,
            endpoint_url=endpoint,
            config=config or self.client_config,
        )

    @property
    def bucket(self) -> Any:
        connection = self.connection
        if self._bucket is None:
            self._bucket = connection.Bucket(self.bucket_name)
        return self._bucket

    @property
    def _client(self) -> Any:
        return self.connection.meta.client

    def _open(self, name: str, mode: str = "rb") -> File:
        with reaching():
            file = super()._open(name, mode)
            return file.open()  # fetch it now, while an error can still be reported

    _save = _reaching(S3Storage._save)  # noqa: SLF001 - as every backend of Django's storages
    delete = _reaching(S3Storage.delete)
    exists = _reaching(S3Storage.exists)
    listdir = _reaching(S3Storage.listdir)
    size = _reaching(S3Storage.size)

    def put(self, name: str, file: IO[bytes]) -> None:
        """Store the bytes of `file` atomically under `name`, replacing any earlier file with this
        name."""
        self._save(name, File(file))

    def read(self, name: str, span: Span | None = None) -> Content:
        """Return the bytes of the file, or those in `span`. Raises FileNotFoundError, NoSuchRange
        and StoreAway."""
        where = {"Bucket": self.bucket_name, "Key": self._normalize_name(name)}
        wanted = {} if span is None else {"Range": span.header}
        with reaching():
            try:
                reply = self._client.get_object(**where, **wanted)
            except ClientError as error:
                if error.response["ResponseMetadata"]["HTTPStatusCode"] != BEYOND:
                    raise
                raise NoSuchRange(int(self.size(name))) from None
        length = int(reply["ContentLength"])
        total, first = length, 0
        if place := reply.get("ContentRange"):  # for example "bytes 5-9/200"
            part, _slash, whole = place.removeprefix("bytes ").partition("/")
            total, first = int(whole), int(part.partition("-")[0])
        return Content(total, first, length, _Body(reply["Body"]))

    def files(self, folder: str) -> Iterator[tuple[str, int]]:
        """Yield the name and size in bytes of every file below `folder`, sorted by name."""
        root = f"{self.location.strip('/')}/".lstrip("/")
        below = f"{folder.strip('/')}/".lstrip("/")
        pages = self._client.get_paginator("list_objects_v2").paginate(
            Bucket=self.bucket_name, Prefix=root + below
        )
        with reaching():
            for page in pages:
                for entry in page.get("Contents", ()):
                    yield entry["Key"].removeprefix(root), int(entry["Size"])

    def ask(self, *, hastily: bool = False) -> None:
        """Raise StoreAway if the bucket cannot be used. With `hastily`, also raise it if the bucket
        does not reply within a second."""
        try:
            with reaching():
                client = self._hasty_client() if hastily else self._client
                client.head_bucket(Bucket=self.bucket_name)
        except FileNotFoundError:
            raise StoreAway("the bucket does not exist") from None

    def close_to_others(self) -> None:
        """Do nothing, because the bucket's owner decides who can read it."""

    def address(self, name: str, *, headers: dict[str, str], seconds: int) -> str | None:
        """Return a signed URL where a browser can download the file for `seconds`, with these
        response headers. Return None if browsers are not redirected to the store."""
        if not self.redirect:
            return None
        where = {"Bucket": self.bucket_name, "Key": self._normalize_name(name)}
        values = {f"Response{name.replace('-', '')}": value for name, value in headers.items()}
        return self._signer().generate_presigned_url(
            "get_object", Params=where | values, ExpiresIn=seconds
        )

    def _hasty_client(self) -> Any:
        if getattr(self, "_hasty", None) is None:
            haste = Config(
                connect_timeout=HASTY_SECONDS,
                read_timeout=HASTY_SECONDS,
                retries={"total_max_attempts": 1},
            )
            config = self.client_config.merge(haste)
            self._hasty = self._resource(self.endpoint_url, config).meta.client
        return self._hasty

    def _signer(self) -> Any:
        """Return a client that only signs URLs for browsers and sends no requests."""
        if getattr(self, "_signing", None) is None:
            self._signing = self._resource(self.redirect).meta.client
        return self._signing


class _Body:
    """The body of an object, in the pieces that a response sends."""

    def __init__(self, body: Any) -> None:
        self.body = body

    def __iter__(self) -> Iterator[bytes]:
        yield from self.body.iter_chunks(CHUNK)

    def close(self) -> None:
        self.body.close()
