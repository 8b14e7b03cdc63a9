"""Tests that run the commands in README.md and client/README.md.

tests/local/test_supervise.py tests `make run`, and tests/docs/test_pages.py tests the wheel's name.
"""

import re
import subprocess
import textwrap

import pytest

from people.tokens.granting import make_token
from tests import world
from tests.conftest import ROOT
from tests.readmes import command, fresh_copy


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    return fresh_copy(tmp_path_factory.mktemp("copy"))


@pytest.mark.parametrize(
    ("part", "program"),
    [("make serve", "-m local.supervise serve"), ("make test", "-m pytest -n 4")],
)
def test_make_starts_the_program_of_the_other_tests(copy, part, program):
    """The Makefile is only printed, not run, because a public name has no certificate here."""
    line = command(part).replace("make", "make --dry-run")
    done = subprocess.run(
        ["bash", "-c", line], cwd=copy, capture_output=True, text=True, check=True
    )
    assert [line for line in done.stdout.splitlines() if program in line] != []


@pytest.mark.django_db(transaction=True)
def test_the_clients_example_prints_each_batch(live_server, capsys):
    batch = world.live_batch(world.project())
    owner = world.owner(batch.project)
    _row, token = make_token(user=owner, name="x", scopes=["read"], days=1)
    text = (ROOT / "client/README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"(?:^ {4}.+\n+)+", text, re.MULTILINE)
    code = textwrap.dedent(example).replace("https://ratings.example.org", live_server.url)
    exec(code.replace("rr_…", token), {})  # noqa: S102 - our own page
    assert capsys.readouterr().out == f"{batch.title} 0.0\n"
