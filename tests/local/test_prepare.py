"""Tests of `manage.py prepare`: each error is one sentence that tells the operator what to fix."""

import os
import subprocess
import sys

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from annotation.command_line import NOT_STARTED
from annotation.management.commands.prepare import NEWER, OLDER, lacks_columns
from local.programs import ROOT


def prepare(**environment):
    """Run `manage.py prepare` in its own process, with these environment variables added."""
    return subprocess.run(
        [sys.executable, "manage.py", "prepare"],
        cwd=ROOT,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "annotation.settings"} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_missing_database_is_one_sentence():
    address = os.environ["DATABASE_URL"].replace("/rateroom?", "/of_no_one?")
    done = prepare(DATABASE_URL=address)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("The database cannot be reached: ")
    assert 'database "of_no_one" does not exist' in done.stderr


def test_services_that_do_not_run_are_one_sentence(tmp_path):
    done = prepare(DATABASE_URL="", RATEROOM_VAR=str(tmp_path))
    assert (done.returncode, done.stderr) == (1, f"{NOT_STARTED}\n")


def test_a_secret_that_may_not_be_read_is_one_sentence(tmp_path):
    done = prepare(SECRET_KEY_FILE=str(tmp_path))  # a folder, which root cannot read either
    assert done.returncode == 1
    assert done.stderr.startswith(f"SECRET_KEY_FILE names {tmp_path}, which cannot be read: ")
    assert len(done.stderr.splitlines()) == 1


def test_tables_of_an_older_version_are_refused(db):
    assert not lacks_columns()
    with connection.cursor() as cursor:
        cursor.execute("alter table hits_assignment rename column prefetched to ahead")
    with pytest.raises(CommandError) as refusal:
        call_command("prepare")
    assert str(refusal.value) == OLDER


def test_tables_of_a_newer_version_are_refused(db):
    MigrationRecorder(connection).record_applied("hits", "0999_later")
    with pytest.raises(CommandError, match=NEWER.format("hits.0999_later")):
        call_command("prepare")


def test_half_of_the_migrations_that_became_one_are_refused(db):
    MigrationRecorder(connection).record_unapplied("judges", "0002_criteria_of_runs")
    with pytest.raises(CommandError) as refusal:
        call_command("prepare")
    assert str(refusal.value) == OLDER
