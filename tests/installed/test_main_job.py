"""Tests of the installed wheel: one command starts a site, and the documentation's commands do the
main job."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.installed.person import Person
from tests.supervised import free_port, wait_for
from tools.wheel import build

pytestmark = pytest.mark.long
PAGE = (ROOT / "docs/command-line.md").read_text(encoding="utf-8")
PATIENCE = 300  # seconds, on a machine with much else to do


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The folder of the programs in an environment with only the wheel installed."""
    folder = tmp_path_factory.mktemp("installed")
    build(folder / "dist")
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    wheel = next((folder / "dist").glob("*.whl"))
    programs = folder / "venv" / "bin"
    subprocess.run([programs / "pip", "install", "-q", f"{wheel}[local]"], check=True)
    return programs


@pytest.fixture(scope="module")
def environment(installed, tmp_path_factory):
    """The environment variables of a local user with a new home folder."""
    home = tmp_path_factory.mktemp("home")
    return {"PATH": f"{installed}:{os.environ['PATH']}", "HOME": str(home), "LANG": "C.UTF-8"}


@pytest.fixture(scope="module")
def site(installed, environment):
    """A site started by `rateroom up`. The value is the path of its console output."""
    console, port = Path(environment["HOME"], "console"), free_port()
    with console.open("w") as out:
        command = [installed / "rateroom", "up", "--port", str(port)]
        run = subprocess.Popen(command, env=environment, stdout=out, stderr=out, cwd="/")
    end = time.monotonic() + PATIENCE
    while "Ctrl+C stops everything" not in console.read_text():
        assert run.poll() is None, console.read_text()
        assert time.monotonic() < end, console.read_text()
        time.sleep(0.2)
    yield console
    run.send_signal(signal.SIGINT)
    assert run.wait(PATIENCE) == 0


def bash(script, **options):
    return subprocess.Popen(
        ["bash", "-euo", "pipefail", "-c", script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


def test_nothing_but_the_package_is_installed(installed):
    packages = next(installed.parent.glob("lib/*/site-packages"))
    assert (packages / "rateroom/manage.py").is_file()
    assert [path.name for path in packages.glob("*rateroom*")] == [
        path.name for path in packages.glob("rateroom*")
    ]
    assert not (packages / "hits").exists()


def test_the_static_files_came_with_it(installed, site):
    packages = next(installed.parent.glob("lib/*/site-packages"))
    assert (packages / "rateroom/staticfiles/staticfiles.json").is_file()
    assert "Static files collected" not in site.read_text()


def test_the_main_job_by_commands_alone(site, environment, tmp_path):
    files, before, after = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    start = bash(f"{files}\n{before}\necho $BATCH", env=environment, cwd=tmp_path)
    out, said = start.communicate(timeout=PATIENCE)
    assert start.returncode == 0, said
    batch, link = out.strip(), re.findall(r"http\S+/join/\S+", said)[0]
    assert "8 responses to 4 HITs cost 0.80 USD; the project has 1000.00." in said
    watching = bash(f"BATCH={batch}\n{after}", env=environment, cwd=tmp_path)
    assert [rate_all(link, score) for score in ("1", "2")] == [4, 4]
    out, said = watching.communicate(timeout=PATIENCE)
    assert watching.returncode == 0, said
    assert "live: 8 of 8 responses, 100 %, 2 people, 8 to review" in said
    assert len((tmp_path / "scores.csv").read_text(encoding="utf-8").splitlines()) == 9
    assert "careful-judge: 4 replies read." in said
    assert re.search(r"^helpfulness +large +5\.00 +4\.50$", out, re.MULTILINE), out
    assert re.search(r"^helpfulness +small +1\.50 +2\.50$", out, re.MULTILINE), out
    assert f"data stays in {environment['HOME']}/.local/share/rateroom" in site.read_text()


def rate_all(link, score):
    """Join by the link and rate everything: longer answers get the highest value, others
    `score`."""
    person = Person()
    person.join(link)
    return person.rate_all(lambda page, values: values[-1] if "ost " in page else score)


def test_what_manage_py_does_elsewhere_is_done_by_the_command(site, environment, tmp_path):
    done = bash(
        "rateroom manage createsuperuser --noinput --username rita --email rita@example.org\n"
        "rateroom manage backup backups\nrateroom manage verify",
        env=environment | {"DJANGO_SUPERUSER_PASSWORD": "a passphrase of this test"},
        cwd=tmp_path,
    )
    out, said = done.communicate(timeout=PATIENCE)
    assert done.returncode == 0, said
    assert "Superuser created successfully." in out
    assert len(list((tmp_path / "backups/backups").iterdir())) == 1
    restored = bash(
        "rateroom manage restore backups --replace\n"
        # Nothing runs from this folder, and nothing is in it.
        "rateroom manage --data elsewhere restore backups",
        env=environment,
        cwd=tmp_path,
    )
    out, said = restored.communicate(timeout=PATIENCE)
    assert restored.returncode == 0, said
    assert out.count("checks passed") == 2
    assert not (tmp_path / "elsewhere/run.json").exists()
    wait_for(lambda: site.read_text().count("Rateroom is ready") == 2)
