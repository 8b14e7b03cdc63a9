"""Tests of restoring while the site is running or stopped: the command stops and starts what is
necessary."""

import json
import subprocess
import sys

import psutil
import psycopg
import pytest
import redis

from local.programs import ROOT
from tests.local.conftest import begin_with
from tests.supervised import Supervised, bare_environment, free_port, wait_for

pytestmark = [pytest.mark.slow, pytest.mark.long]
READY = "Rateroom is ready"


def manage(var, *words, env=None):
    return subprocess.run(
        [sys.executable, "manage.py", *map(str, words)],
        cwd=ROOT,
        env=bare_environment()
        | {"RATEROOM_VAR": str(var), "DJANGO_SETTINGS_MODULE": "annotation.settings"}
        | (env or {}),
        capture_output=True,
        text=True,
        check=False,
    )


def names(run):
    with psycopg.connect(run.addresses()["database"]) as connection:
        return connection.execute("select username from people_user").fetchall()


def create(var, name):
    done = manage(
        var,
        "createsuperuser",
        "--noinput",
        f"--username={name}",
        f"--email={name}@example.org",
        env={"DJANGO_SUPERUSER_PASSWORD": "a passphrase of this test"},
    )
    assert done.returncode == 0, done.stderr


def test_a_backup_is_restored_under_a_running_site_and_with_nothing_running(tmp_path, migrated):
    var, backups = begin_with(migrated, tmp_path / "var"), tmp_path / "backups"
    run = Supervised(var, "site", free_port(), WEB_WORKERS="1")
    try:
        run.expect(READY)
        create(var, "rita")
        done = manage(var, "backup", backups)
        assert done.returncode == 0, done.stderr
        with psycopg.connect(run.addresses()["database"]) as connection:
            connection.execute("update people_user set username = 'later'")
        redis.Redis.from_url(run.addresses()["redis"]).set("queued", "before")
        web, database = run.pid("web"), run.pid("postgres")

        refused = manage(var, "restore", backups)
        assert "This instance is not empty" in refused.stderr
        assert run.pid("web") == web  # it never stopped

        done = manage(var, "restore", backups, "--replace")
        assert done.returncode == 0, done.stderr
        assert "The queue of tasks was emptied" in done.stdout
        run.expect("The restore has finished")
        assert names(run) == [("rita",)]
        assert redis.Redis.from_url(run.addresses()["redis"]).get("queued") is None
        assert run.pid("postgres") == database
        assert not psutil.pid_exists(web)
    finally:
        run.stop()

    elsewhere = tmp_path / "elsewhere"
    done = manage(elsewhere, "restore", backups)
    assert done.returncode == 0, done.stderr
    assert "checks passed" in done.stdout
    assert not (elsewhere / "run.json").exists()


@pytest.mark.parametrize(("mode", "ready"), [("services", "Ctrl+C stops both"), ("site", READY)])
def test_a_killed_restore_lets_the_site_start_again(tmp_path, migrated, mode, ready):
    run = Supervised(begin_with(migrated, tmp_path / "var"), mode, free_port())
    try:
        run.expect(ready)
        with subprocess.Popen(["sleep", "60"]) as killed:
            created = psutil.Process(killed.pid).create_time()
            note = [{"name": "restore", "pid": killed.pid, "created": created}]
            (run.var / "restore.json").write_text(json.dumps(note))
            run.expect("A restore has begun")
            second = manage(run.var, "restore", tmp_path / "none")
            assert second.returncode == 1
            killed.kill()
        run.expect("The restore has finished")
        wait_for(lambda: run.output.count(ready) == 2, run.log)
        assert run.process.poll() is None
    finally:
        run.stop()
