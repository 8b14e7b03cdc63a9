"""The HTTP client of one simulated annotator. It keeps a connection open, stores cookies, and sends
one request at a time, only to the loopback address."""

import asyncio
import ipaddress
from dataclasses import dataclass, field
from urllib.parse import urlencode, urljoin, urlsplit

MOST_HOPS = 10
SEE_OTHER = {301, 302, 303}
BROKEN = (ConnectionError, asyncio.IncompleteReadError)


class WrongAnswer(Exception):
    """Raised for a response that no annotator should get. The message gives the status and the
    request, or the redirect."""


@dataclass(frozen=True)
class Answer:
    """The response to a request for `path`. `location` is the target of a redirect."""

    path: str
    status: int
    location: str
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")


@dataclass
class Browser:
    """A client that speaks HTTP/1.1 to one `host:port`."""

    host: str
    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    timeout: float = 60
    requests: int = 0
    _reader: asyncio.StreamReader | None = None
    _writer: asyncio.StreamWriter | None = None

    async def follow(self, path: str, form: dict[str, str] | None = None) -> Answer:
        """Send a GET, or a POST if `form` is given, follow redirects, and return the last response.
        Raises WrongAnswer for a status of 400 or higher, or after `MOST_HOPS` redirects."""
        for _hop in range(MOST_HOPS):
            answer = await asyncio.wait_for(self.send(path, form), self.timeout)
            if answer.status not in SEE_OTHER:
                if answer.status >= 400:
                    raise WrongAnswer(
                        f"{answer.status} {'GET' if form is None else 'POST'} {_shape(path)}"
                    )
                return answer
            path, form = self.local(path, answer.location), None
        raise WrongAnswer(f"redirected {MOST_HOPS} times, last to {_shape(path)}")

    async def send(self, path: str, form: dict[str, str] | None = None) -> Answer:
        """Return the response to one request, without following redirects. If the server has closed
        a reused connection, open a new one and send the request again."""
        reused = self._writer is not None
        try:
            return await self._exchange(path, form)
        except BROKEN:
            await self.close()
            if not reused:
                raise
            return await self._exchange(path, form)

    async def _exchange(self, path: str, form: dict[str, str] | None) -> Answer:
        reader, writer = await self._connected()
        writer.write(self._head(path, form))
        self.requests += 1
        status, headers = await _read_head(reader)
        body = await _read_body(reader, headers)
        for cookie in headers.get("set-cookie", []):
            name, _equals, value = cookie.split(";", 1)[0].partition("=")
            self.cookies[name.strip()] = value
        if headers.get("connection", [""])[0].lower() == "close":
            await self.close()
        return Answer(path, status, headers.get("location", [""])[0], body)

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._writer is not None and (self._reader is None or self._reader.at_eof()):
            await self.close()
        if self._reader is None or self._writer is None:
            self._reader, self._writer = await asyncio.open_connection(self.host, self.port)
        return self._reader, self._writer

    def _head(self, path: str, form: dict[str, str] | None) -> bytes:
        body = urlencode(form).encode() if form is not None else b""
        lines = [
            f"{'GET' if form is None else 'POST'} {path} HTTP/1.1",
            f"Host: {self.host}:{self.port}",
            "Cookie: " + "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
        ]
        if form is not None:
            lines += [
                "Content-Type: application/x-www-form-urlencoded",
                f"Content-Length: {len(body)}",
            ]
        return "\r\n".join([*lines, "", ""]).encode() + body

    def local(self, path: str, location: str) -> str:
        """Return the path and query of the redirect target `location`. Raises WrongAnswer if the
        target is on another server."""
        parts = urlsplit(urljoin(f"http://{self.host}:{self.port}{path}", location))
        if (parts.hostname, parts.port) != (self.host, self.port):
            raise WrongAnswer(f"redirected to another server: {location}")
        return parts.path + (f"?{parts.query}" if parts.query else "")

    async def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None


def loopback(base: str) -> tuple[str, int]:
    """Return the host and port of the URL `base`. Raises ValueError if it is not a loopback IP."""
    parts = urlsplit(base)
    if not parts.hostname or not ipaddress.ip_address(parts.hostname).is_loopback:
        raise ValueError(
            f"{base} is not an address like http://127.0.0.1:8000: "
            "the generator plays on loopback only."
        )
    return parts.hostname, parts.port or 80


async def _read_head(reader: asyncio.StreamReader) -> tuple[int, dict[str, list[str]]]:
    block = await reader.readuntil(b"\r\n\r\n")
    first, *lines = block[:-4].decode("latin-1").split("\r\n")
    headers: dict[str, list[str]] = {}
    for line in lines:
        name, _colon, value = line.partition(":")
        headers.setdefault(name.lower(), []).append(value.strip())
    return int(first.split(" ", 2)[1]), headers


async def _read_body(reader: asyncio.StreamReader, headers: dict[str, list[str]]) -> bytes:
    if "content-length" in headers:
        return await reader.readexactly(int(headers["content-length"][0]))
    if headers.get("transfer-encoding", [""])[0].lower() != "chunked":
        return await reader.read()
    pieces = []
    while size := int((await reader.readuntil(b"\r\n")).split(b";")[0], 16):
        pieces.append(await reader.readexactly(size))
        await reader.readexactly(2)
    await reader.readuntil(b"\r\n")
    return b"".join(pieces)


def _shape(path: str) -> str:
    """Return the path without its query and with N for each number, to count similar errors."""
    return "/".join(
        "N" if part.isdecimal() else part for part in path.split("?", maxsplit=1)[0].split("/")
    )
