"""The template of the tests' databases is made again when what migrating depends on has changed."""

import shutil
import subprocess
import sys

import pytest

from tests.cloning import ROOT, template_name


@pytest.fixture
def project(tmp_path):
    for app in ("surveys", "people/migrations"):
        shutil.copytree(ROOT / app, tmp_path / app)
    return tmp_path


@pytest.mark.parametrize("path", ["people/migrations/0002_more.py", "surveys/library/more.yaml"])
def test_a_new_file_needs_a_new_template(project, path):
    before = template_name(project)
    (project / path).write_text("# new")
    assert template_name(project) != before


def test_a_changed_migration_needs_a_new_template_and_another_module_does_not(project):
    before = template_name(project)
    (project / "people" / "views.py").write_text("# new")
    assert template_name(project) == before
    migration = project / "people" / "migrations" / "0001_initial.py"
    migration.write_text(migration.read_text() + "# changed")
    assert template_name(project) != before


@pytest.mark.long
def test_make_test_one_runs_tests_and_returns_their_exit_code():
    command = [sys.executable, "-m", "tools.test_one", "tests/core/tabular/test_formulas.py"]
    passed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (passed.returncode, "passed" in passed.stdout) == (0, True), passed.stdout
    assert (
        subprocess.run([*command, "-k", "no_such_test"], cwd=ROOT, check=False).returncode
        == pytest.ExitCode.NO_TESTS_COLLECTED
    )
