"""Tests of the tests' databases: the migrated template, and restoring it after a test."""

import shutil
import subprocess
import sys

import pytest
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType

from people.models import User
from tests import emptying
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


def test_what_migrating_left_is_put_back_and_all_else_deleted(transactional_db):
    before = list(Permission.objects.order_by("pk").values())
    added = Permission.objects.create(
        name="Added", codename="added", content_type=ContentType.objects.first()
    )
    User.objects.create(username="ada").user_permissions.add(added)
    Permission.objects.filter(pk=before[0]["id"]).update(name="Changed")
    Permission.objects.filter(pk=before[1]["id"]).delete()
    emptying.put_back()
    assert list(Permission.objects.order_by("pk").values()) == before
    assert not User.objects.exists()
    assert not User.user_permissions.through.objects.exists()


@pytest.mark.long
def test_make_test_one_runs_tests_and_returns_their_exit_code():
    command = [sys.executable, "-m", "tools.test_one", "tests/core/tabular/test_formulas.py"]
    passed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (passed.returncode, "passed" in passed.stdout) == (0, True), passed.stdout
    assert (
        subprocess.run([*command, "-k", "no_such_test"], cwd=ROOT, check=False).returncode
        == pytest.ExitCode.NO_TESTS_COLLECTED
    )
