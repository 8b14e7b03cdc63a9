"""A picture of 5 MB from a folder and from a bucket, in one run: its first byte in milliseconds and
megabytes a second."""

import contextlib
import http.client
import io
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

from local.embedded import free_port
from local.programs import ROOT, WEB
from tests import bucket

SIZE, TURNS, WARMING = 5_000_000, 60, 5
HOST = "media.example.org"


def main() -> None:
    """Print, and write beside the other results, the medians of both."""
    folder = Path(tempfile.mkdtemp(prefix="rateroom-media-"))
    with contextlib.ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        server = bucket.start(folder)
        stack.callback(server.stop)
        os.environ |= {
            "MEDIA_ACCESS_KEY": bucket.ACCESS_KEY,
            "MEDIA_SECRET_KEY": bucket.SECRET_KEY,
            "MEDIA_ORIGIN": f"http://{HOST}",
            "RATEROOM_VAR": str(folder),
            "HTTPS": "false",
            "DJANGO_SETTINGS_MODULE": "annotation.settings",
        }
        content = os.urandom(SIZE)
        stores = {"folder": f"file:{folder / 'media'}", "bucket": server.address("bench")}
        figures = {"bytes": SIZE, "requests": TURNS} | {
            name: _measured(content, {**os.environ, "RATEROOM_MEDIA": address})
            for name, address in stores.items()
        }
    text = json.dumps(figures, indent=1)
    (ROOT / "benchmarks" / "results" / "media.json").write_text(f"{text}\n")
    print(text)


def _measured(content: bytes, env: dict[str, str]) -> dict[str, object]:
    """Of one web server as it is delivered, a reader at a time."""
    digest = sha256(content).hexdigest()
    code = "import django; django.setup(); import sys; from stimuli.store import put_content; "
    code += f"from stimuli.shown import medium_address as a; put_content('{digest}', "
    code += f"open(sys.argv[1], 'rb')); print(a('{digest}', 'image/png', viewer=0))"
    with tempfile.NamedTemporaryFile() as file:
        file.write(content)
        file.flush()
        address = subprocess.run(
            [sys.executable, "-c", code, file.name],
            cwd=ROOT,
            env=env,
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()
    port = free_port()
    web = subprocess.Popen(
        [sys.executable, "-m", *WEB], cwd=ROOT, env={**env, "PORT": str(port), "WEB_WORKERS": "1"}
    )
    try:
        _wait(port)
        turns = [_turn(port, urlsplit(address).path, content) for _number in range(TURNS)][WARMING:]
    finally:
        web.terminate()
        web.wait()
    first, whole = zip(*turns, strict=True)
    return {
        "first_byte_ms": round(statistics.median(first) * 1000, 2),
        "first_byte_ms_p95": round(statistics.quantiles(first, n=20)[-1] * 1000, 2),
        "whole_ms": round(statistics.median(whole) * 1000, 2),
        "mb_a_second": round(SIZE / statistics.median(whole) / 1e6, 1),
    }


def _wait(port: int) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            _get(port, "/")
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
        else:
            return


def _get(port: int, path: str) -> bytes:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    with contextlib.closing(connection):
        connection.request("GET", path, headers={"Host": HOST})
        return connection.getresponse().read()


def _turn(port: int, path: str, content: bytes) -> tuple[float, float]:
    """Seconds to the first byte and to the last."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    with contextlib.closing(connection):
        connection.connect()
        began = time.perf_counter()
        connection.request("GET", path, headers={"Host": HOST})
        reply = connection.getresponse()
        received = io.BytesIO(reply.read(1))
        first = time.perf_counter() - began
        received.seek(0, io.SEEK_END)
        received.write(reply.read())
        whole = time.perf_counter() - began
    if received.getvalue() != content:
        raise SystemExit(f"{path} came with other bytes: status {reply.status}.")
    return first, whole


if __name__ == "__main__":
    main()
