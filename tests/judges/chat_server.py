"""A model server for tests, which speaks OpenAI's chat protocol over HTTP and can simulate
faults."""

import json
import threading
import time
from collections import deque
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

GOOD = "Section 1: 1\nReason: It counts."


def instance(schema: dict):
    """Return a minimal value that the schema allows. Only the schema subset of model services is
    supported."""
    if "anyOf" in schema:
        return instance(schema["anyOf"][0])
    if schema["type"] == "object":
        assert schema["required"] == list(schema["properties"])
        assert schema["additionalProperties"] is False
        return {name: instance(inner) for name, inner in schema["properties"].items()}
    if schema["type"] == "array":
        return []
    if schema["type"] in {"integer", "number"}:
        return schema.get("enum", [schema.get("minimum", 0)])[0]
    return "Words."


class ChatServer:
    """A server that answers every request with `reply(body)`. Queued faults are used first, one per
    request.

    A fault is a status code, "slow" (longer than the client waits), "cut" (stopped at the limit),
    "empty" or "drop". With `schemas`, the server "ignores", "refuses" or "keeps" to a JSON Schema.
    """

    def __init__(self) -> None:
        self.requests: list[dict] = []
        self.keys: list[str] = []
        self.faults: deque[int | str] = deque()
        self.reply: Callable[[dict], str] = lambda _body: GOOD
        self.models = ["small-model", "big-model"]
        self.delay = 0.0
        self.schemas = "ignores"
        self._lock = threading.Lock()
        owner = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                owner.answer(self)

            def do_GET(self) -> None:
                owner.list_models(self)

            def log_message(self, *_args) -> None:
                """Do not log requests."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}/v1"

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def list_models(self, handler: BaseHTTPRequestHandler) -> None:
        with self._lock:
            fault = self.faults.popleft() if isinstance(next(iter(self.faults), ""), int) else 200
        models = [{"id": name, "object": "model"} for name in self.models]
        self._send(handler, int(fault), {"object": "list", "data": models})

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        body = json.loads(handler.rfile.read(int(handler.headers["Content-Length"])))
        with self._lock:
            self.requests.append(body)
            self.keys.append(handler.headers.get("Authorization", ""))
            fault = self.faults.popleft() if self.faults else None
        if self.delay:
            time.sleep(self.delay)
        if fault == "drop":
            handler.close_connection = True
            return
        if fault == "slow":
            time.sleep(3)
        if isinstance(fault, int):
            self._send(handler, fault, {"error": {"message": f"fault {fault}", "type": "test"}})
            return
        declared = body.get("response_format", {}).get("json_schema")
        if declared and self.schemas == "refuses":
            what = {"message": "response_format is not supported", "type": "invalid_request_error"}
            self._send(handler, 400, {"error": what})
            return
        text = "" if fault == "empty" else "Section 1:" if fault == "cut" else self.reply(body)
        if declared and self.schemas == "keeps":
            text = json.dumps(instance(declared["schema"]))
        self._send(
            handler,
            200,
            {
                "id": "chatcmpl-1",
                "object": "chat.completion",
                "created": 1,
                "model": body["model"],
                "choices": [
                    {
                        "index": 0,
                        "message": {"role": "assistant", "content": text},
                        "finish_reason": "length" if fault == "cut" else "stop",
                    }
                ],
                "usage": {"prompt_tokens": 1000, "completion_tokens": 100, "total_tokens": 1100},
            },
        )

    @staticmethod
    def _send(handler: BaseHTTPRequestHandler, status: int, content: dict) -> None:
        data = json.dumps(content).encode()
        try:
            handler.send_response(status)
            handler.send_header("Content-Type", "application/json")
            handler.send_header("Content-Length", str(len(data)))
            if status in {429, 503}:
                handler.send_header("Retry-After", "0.05")
            handler.end_headers()
            handler.wfile.write(data)
        except (BrokenPipeError, ConnectionResetError):  # the client gave up waiting
            return
