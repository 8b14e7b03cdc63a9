"""Tests of conflicting starts: only one run can use a port or a folder, even at the same moment."""

import socket
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import psutil
import pytest

from local.ports import Port
from local.processes import CannotStart, Child, Program
from local.supervise import Supervisor
from tests.supervised import free_port, wait_for

pytestmark = pytest.mark.slow


def loser_and_winner(*runs):
    """Wait until one of the two runs ends. Return both, the ended run first."""
    wait_for(lambda: any(run.process.poll() is not None for run in runs))
    return sorted(runs, key=lambda run: run.process.poll() is None)


def test_two_starts_at_once_share_no_port(supervise, tmp_path):
    port = free_port()
    loser, winner = loser_and_winner(
        *(supervise("site", var=tmp_path / name, port=port) for name in ("one", "other"))
    )
    assert (loser.process.returncode, loser.output.splitlines()) == (
        1,
        [
            f"     run | Port {port} of 127.0.0.1 cannot be used: Address already in use.",
            f"     run | Choose another port: PORT={port + 1} make run",
        ],
    )
    assert {path.name for path in loser.var.iterdir()} == {"run.lock", loser.log.name}
    winner.expect("postgres started")


def test_two_starts_at_once_share_no_folder(supervise):
    loser, winner = loser_and_winner(supervise(), supervise())
    assert loser.process.returncode == 1
    assert loser.output.startswith("     run | Rateroom is already running from this folder: ")
    assert "in a folder of its own: RATEROOM_VAR=/another/folder" in loser.output
    winner.expect("Ctrl+C stops both")
    data = str(winner.var / "postgres")
    servers = [each for each in psutil.process_iter() if data in _words(each)]
    assert [each.pid for each in servers] == [winner.pid("postgres")]


def _words(process):
    try:
        return process.cmdline()
    except psutil.Error:
        return []


class Answer(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_words):
        pass


def test_the_answer_of_another_program_is_not_that_of_the_site():
    with HTTPServer(("127.0.0.1", 0), Answer) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        supervisor = Supervisor("site")
        supervisor.ports = [Port("127.0.0.1", other.server_port, "PORT=8001 make run")]
        command = [sys.executable, "-c", ""]
        supervisor.children = [Child(Program("web", command, {}, Path("/")))]
        with pytest.raises(CannotStart, match="Choose another port: PORT=8001 make run"):
            supervisor.wait_for_answer("web", other.server_port, "/")
        other.shutdown()


@pytest.mark.parametrize(
    ("mode", "another"), [("site", "PORT={} make run"), ("up", "rateroom up --port {}")]
)
def test_a_taken_port_is_named_with_the_remedy(supervise, mode, another):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        run = supervise(mode, port=port)
        assert run.process.wait(30) == 1
    assert run.output.splitlines() == [
        f"     run | Port {port} of 127.0.0.1 cannot be used: Address already in use.",
        f"     run | Choose another port: {another.format(port + 1)}",
    ]


def test_a_port_that_is_no_number_is_refused(supervise):
    run = supervise("site", PORT="http")
    assert run.process.wait(30) == 1
    assert (
        run.output == "     run | PORT is 'http', which is not a number from 1 to 65535. "
        "For example: PORT=8001 make run\n"
    )
