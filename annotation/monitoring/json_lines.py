"""Log lines as JSON objects, so that programs can read every line of a process. They are used if
LOG_JSON is set."""

import contextlib
import io
import json
import logging
import sys
import threading
import time
import traceback
from datetime import UTC, datetime
from types import TracebackType
from typing import TextIO


def json_line(
    message: str, *, source: str, level: str = "INFO", created: float | None = None, **more: str
) -> str:
    """Return a JSON line with the time, level, logger, message and the members in `more`."""
    moment = datetime.fromtimestamp(time.time() if created is None else created, UTC)
    line = {
        "time": moment.isoformat(timespec="milliseconds"),
        "level": level,
        "logger": source,
        "message": message,
    }
    return json.dumps(line | more, ensure_ascii=False)


def of_process(text: str, name: str) -> str:
    """Return a line of a process's output as JSON with the name of the process. If the line is
    already a JSON object, only the name is added."""
    with contextlib.suppress(ValueError):
        line = json.loads(text)
        if isinstance(line, dict):
            return json.dumps(line | {"process": name}, ensure_ascii=False)
    return json_line(text, source=name, process=name)


def print_json_lines() -> None:
    """Write everything that this process prints from now on as one JSON object per line, including
    prints, warnings and tracebacks.

    Output to a terminal is not changed, and neither are results requested with `--json`.
    """
    logging.captureWarnings(capture=True)
    if not isinstance(sys.stderr, JsonStream) and not sys.stderr.isatty():
        sys.stderr = JsonStream(sys.stderr, "stderr")
        sys.excepthook = _print_error
        threading.excepthook = lambda failed: _print_error(
            failed.exc_type, failed.exc_value, failed.exc_traceback
        )
    is_result = "--json" in sys.argv
    if not isinstance(sys.stdout, JsonStream) and not sys.stdout.isatty() and not is_result:
        sys.stdout = JsonStream(sys.stdout, "stdout")


class JsonStream(io.TextIOBase):
    """A stream that writes each complete line as a JSON object. A line that is already a JSON
    object is not changed."""

    def __init__(self, stream: TextIO, name: str) -> None:
        self.stream, self.source = stream, name
        self.begun = ""

    def write(self, text: str) -> int:
        *lines, self.begun = (self.begun + text).split("\n")
        for line in filter(str.strip, lines):
            is_object = line.startswith('{"time": ')
            whole = line if is_object else json_line(line.rstrip(), source=self.source)
            self.stream.write(f"{whole}\n")
        return len(text)

    def flush(self) -> None:
        self.stream.flush()

    def fileno(self) -> int:
        return self.stream.fileno()

    def isatty(self) -> bool:
        return False


def _print_error(
    kind: type[BaseException], error: BaseException | None, trace: TracebackType | None
) -> None:
    lines = "".join(traceback.format_exception(kind, error, trace))
    message = f"{kind.__name__}: {error}"
    line = json_line(message, source="stderr", level="ERROR", traceback=lines)
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()
