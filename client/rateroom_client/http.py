"""HTTP requests with the standard library: JSON, file uploads, streamed replies and retries."""

import json
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from http.client import HTTPException, HTTPResponse, InvalidURL
from typing import IO, Any, TypeVar
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin
from urllib.request import Request, urlopen

from rateroom_client.deadline import Deadline
from rateroom_client.errors import Problem, RateroomError

TRIES = 5  # attempts per request while the site is busy or unreachable
LONGEST_WAIT = 60.0
BUSY = {429, 502, 503, 504}
CONFLICT = 409  # temporary if the site says when to ask again, otherwise permanent
KEY = "Idempotency-Key"
LOST = (OSError, HTTPException)  # connection errors, before, during or after the work of the site
PIECE = 1 << 16

Taken = TypeVar("Taken")


class Http:
    """An HTTP client for one site and one token. Every write has an idempotency key, so that a
    retried write happens only once.

    `seconds` is how long an attempt waits for a reply. `total_seconds` is how long a whole call can
    take, including attempts, waits and reading the reply. None means no limit.
    """

    def __init__(
        self,
        address: str,
        token: str,
        *,
        seconds: float = 60.0,
        total_seconds: float | None = None,
    ) -> None:
        self.base = urljoin(address.rstrip("/") + "/", "api/v1/")
        self.token, self.seconds, self.total_seconds = token, seconds, total_seconds

    def get(self, path: str, **query: object) -> Any:
        """Return the parsed JSON reply to a GET."""
        return json.loads(self.ask("GET", path, _content, query=query))

    def pages(self, path: str, **query: object) -> Iterator[dict[str, Any]]:
        """Yield the rows of a list, from all pages."""
        page = self.get(path, **query)
        while True:
            yield from page["results"]
            if not page["next"]:
                return
            page = self.get(page["next"])

    def send(self, method: str, path: str, body: object = None, *, key: str = "") -> Any:
        """Send a write request, and return the JSON reply, or None if the reply is empty. The write
        happens only once even if the request is retried."""
        data = None if body is None else json.dumps(body).encode()
        headers = {KEY: key or str(uuid.uuid4())}
        if data is not None:
            headers["Content-Type"] = "application/json"
        content = self.ask(method, path, _content, data=data, headers=headers)
        return json.loads(content) if content else None

    def post(self, path: str, body: object = None, *, key: str = "") -> Any:
        """Send a POST with a JSON body. Return the JSON reply, or None if it is empty."""
        return self.send("POST", path, body, key=key)

    def upload(
        self,
        path: str,
        fields: Mapping[str, str],
        files: Mapping[str, tuple[str, bytes]],
        *,
        key: str = "",
    ) -> Any:
        """Send a POST with form fields and files, and return the JSON reply. Each file has a name
        and content."""
        boundary = uuid.uuid4().hex
        headers = {
            "Content-Type": f"multipart/form-data; boundary={boundary}",
            KEY: key or str(uuid.uuid4()),
        }
        data = b"".join(_form(boundary, fields, files))
        return json.loads(self.ask("POST", path, _content, data=data, headers=headers))

    def download(self, path: str, file: IO[bytes], **query: object) -> int:
        """Write the reply to `file` as it arrives, and return the number of bytes. Raises
        RateroomError if the connection breaks. In this case, `file` is incomplete."""
        size, deadline = 0, Deadline(self.total_seconds)
        with self.ask("GET", path, _itself, query=query) as answer:
            try:
                with deadline.over(answer):
                    while piece := answer.read(PIECE):
                        size += file.write(piece)
            except LOST as error:
                raise _unanswered(error, "") from None
            whole = answer.headers.get("Content-Length")
        if whole is not None and size < int(whole):
            raise _unanswered(EOFError(f"only {size} of {whole} bytes arrived"), "")
        return size

    def ask(
        self,
        method: str,
        path: str,
        take: Callable[[HTTPResponse], Taken],
        *,
        query: Mapping[str, object] | None = None,
        data: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Taken:
        """Send a request, and return the result of `take` for the reply. If the site is busy or
        unreachable, or the connection breaks, try again until the deadline, with at most `TRIES`
        attempts. All attempts of a write have the same idempotency key. Raises RateroomError if no
        attempt succeeds."""
        request, key = self._request(method, path, query, data, headers), (headers or {}).get(KEY)
        deadline = Deadline(self.total_seconds)
        for turn in range(1, TRIES + 1):
            try:
                return self._try(request, take, deadline)
            except HTTPError as error:
                with error:
                    after = error.headers.get("Retry-After", "")
                    wait = _wait(turn, after)
                    passes = error.code in BUSY or (error.code == CONFLICT and after)
                    if not passes or turn == TRIES or not deadline.allows(wait):
                        raise _refusal(error, key or "") from None
            except InvalidURL:
                raise
            except LOST as error:
                wait = _wait(turn, "")
                if not deadline.allows(0):
                    raise _unanswered(deadline.passed(), key or "") from error
                if turn == TRIES or not deadline.allows(wait):
                    raise _unanswered(error, key or "") from None
            time.sleep(wait)
        raise AssertionError("not reached")

    def _try(
        self, request: Request, take: Callable[[HTTPResponse], Taken], deadline: Deadline
    ) -> Taken:
        answer = urlopen(request, timeout=deadline.bound(self.seconds))  # noqa: S310 - of this site
        with deadline.over(answer):
            return take(answer)

    def _request(
        self,
        method: str,
        path: str,
        query: Mapping[str, object] | None,
        data: bytes | None,
        headers: Mapping[str, str] | None,
    ) -> Request:
        address = urljoin(self.base, path)
        if query:
            address += "?" + urlencode(query, doseq=True)
        if not address.startswith(self.base):
            raise RateroomError(0, f"{address} is not an address of {self.base}", [])
        request = Request(address, data=data, method=method)  # noqa: S310 - of this site
        for name, value in {"Authorization": f"Bearer {self.token}", **(headers or {})}.items():
            request.add_header(name, value)
        return request


def _wait(turn: int, after: str) -> float:
    """Return the seconds to wait before the next attempt, at most `LONGEST_WAIT`. `after` is the
    value of the Retry-After header. If it has no number of seconds, the wait doubles with each
    attempt."""
    return min(float(after) if after.isdecimal() else 2.0**turn / 4, LONGEST_WAIT)


def _content(answer: HTTPResponse) -> bytes:
    with answer:
        return answer.read()


def _itself(answer: HTTPResponse) -> HTTPResponse:
    return answer


def _form(
    boundary: str, fields: Mapping[str, str], files: Mapping[str, tuple[str, bytes]]
) -> Iterable[bytes]:
    for name, value in fields.items():
        yield f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'.encode()
        yield value.encode() + b"\r\n"
    for name, (file_name, content) in files.items():
        disposition = f'form-data; name="{name}"; filename="{file_name}"'
        yield f"--{boundary}\r\nContent-Disposition: {disposition}\r\n".encode()
        yield b"Content-Type: application/octet-stream\r\n\r\n" + content + b"\r\n"
    yield f"--{boundary}--\r\n".encode()


def _refusal(error: HTTPError, key: str) -> RateroomError:
    try:
        details = json.loads(error.read())
    except (ValueError, *LOST):
        details = {"detail": error.reason}
    return RateroomError.of(error.code, details, key)


def _unanswered(error: Exception, key: str) -> RateroomError:
    remedy = f"The site may have received it: repeat it with key={key!r}." if key else ""
    reason = str(getattr(error, "reason", error)) or type(error).__name__
    problem = Problem(f"{reason.rstrip('.')}.", remedy=remedy)
    return RateroomError(0, "No reply", [problem], key=key)
