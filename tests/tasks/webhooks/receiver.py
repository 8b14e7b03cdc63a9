"""A receiver of webhooks over real HTTP, with typical faults."""

import threading
import time
from collections import deque
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True)
class Received:
    """A request that was received. The keys of `headers` are lower case."""

    path: str
    headers: dict[str, str]
    body: bytes


class Receiver:
    """A server that answers each request with the next of `replies`, or with 204.

    A reply is a status, "drip" (headers sent slowly, byte by byte), "huge" (a body of many
    megabytes), "drop" (no reply) or "redirect". `at_once` is the highest number of simultaneous
    requests so far.
    """

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.replies: deque[int | str] = deque()
        self.target = "https://elsewhere.example/"
        self.open = self.at_once = self.sent = 0
        self.delay = 0.0
        self._lock = threading.Lock()
        owner = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                with owner._lock:
                    owner.open += 1
                    owner.at_once = max(owner.at_once, owner.open)
                try:
                    owner.answer(self)
                except OSError:
                    self.close_connection = True
                finally:
                    with owner._lock:
                        owner.open -= 1

            def log_message(self, *_args) -> None:
                """Log nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}/hook?token=of-the-receiver"

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        body = handler.rfile.read(int(handler.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in handler.headers.items()}
        with self._lock:
            self.received.append(Received(handler.path, headers, body))
            reply = self.replies.popleft() if self.replies else 204
        self._wait()
        if reply == "drop":
            handler.close_connection = True
        elif reply == "drip":
            self._drip(handler)
        elif reply == "huge":
            self._flood(handler)
        elif reply == "redirect":
            self._head(handler, 302, {"Location": self.target, "Content-Length": "0"})
        else:
            text = b"" if reply == 204 else b"<b>No</b>"
            self._head(handler, int(reply), {} if reply == 204 else {"Content-Length": "9"})
            handler.wfile.write(text)

    def _wait(self) -> None:
        """Wait for `delay` seconds. A test can shorten the delay during the wait."""
        began = time.monotonic()
        while time.monotonic() - began < self.delay:
            time.sleep(0.01)

    def _head(self, handler, status: int, headers: dict[str, str]) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.end_headers()

    def _drip(self, handler) -> None:
        handler.close_connection = True
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        for _second in range(100):
            handler.wfile.write(b"x")
            handler.wfile.flush()
            time.sleep(0.05)

    def _flood(self, handler) -> None:
        handler.close_connection = True
        self._head(handler, 500, {"Connection": "close"})
        for _megabyte in range(200):
            handler.wfile.write(b"x" * 1024**2)
            self.sent += 1024**2
