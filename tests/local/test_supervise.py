"""Tests of the supervisor of `make run`, with the real services and the real site."""

import contextlib
import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from http.cookiejar import CookieJar
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import psutil
import psycopg
import pytest
import redis

from local.processes import is_running
from local.programs import ROOT
from tests.readmes import command, fresh_copy
from tests.supervised import Supervised, bare_environment, free_port, wait_for

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def rested(tmp_path_factory):
    """The data folder of stopped services that stored a row in PostgreSQL and a key in Valkey."""
    run = Supervised(tmp_path_factory.mktemp("rested") / "var", "services", free_port())
    run.expect("Ctrl+C stops both")
    assert value_kept(run) == [(7,)]
    redis.Redis.from_url(run.addresses()["redis"]).set("kept", "yes")
    run.stop()
    return run.var


@pytest.fixture
def used(rested, tmp_path):
    """A copy of `rested`, which takes less time than creating a new database."""
    subprocess.run(["cp", "-a", rested, tmp_path / "var"], check=True)
    return tmp_path / "var"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A demo site with one web worker, started in a fresh copy as README.md describes."""
    var, copy = tmp_path_factory.mktemp("site") / "var", tmp_path_factory.mktemp("copy")
    start = {"cwd": fresh_copy(copy), "command": command("make run")}
    run = Supervised(var, "site", free_port(), **start, DEMO="yes", WEB_WORKERS="1")
    run.expect("Rateroom is ready")
    yield run
    if run.process.poll() is None:
        run.stop()


def login_page(run):
    connection = http.client.HTTPConnection("127.0.0.1", run.port, timeout=10)
    try:
        connection.request("GET", "/accounts/login/")
        return connection.getresponse().status
    except OSError:
        return None
    finally:
        connection.close()


def value_kept(run):
    with psycopg.connect(run.addresses()["database"], autocommit=True) as connection:
        connection.execute("create table if not exists kept (value integer primary key)")
        connection.execute("insert into kept values (7) on conflict do nothing")
        return connection.execute("select value from kept").fetchall()


def test_the_site_answers_at_the_printed_address(site):
    assert f"     run | Rateroom is ready: http://127.0.0.1:{site.port}/\n" in site.output
    assert login_page(site) == 200
    site.expect("     web | GET /accounts/login/ 200 ")
    assert "Traceback" not in site.output


def test_each_stage_of_the_start_is_printed_with_its_time(site):
    stages = re.findall(r"^ *(?:run|prepare) \| (.+) in \d+\.\d s\.$", site.output, re.MULTILINE)
    prepared = ["Database migrated", "Static files collected", "Demo ready"]
    assert stages == ["postgres started", "valkey started", *prepared, "The site answered"]


@pytest.mark.parametrize("line", ["Researcher: ", "Annotator:  "])
def test_the_printed_logins_log_in(site, line):
    said = next(one for one in site.output.splitlines() if line in one)
    name, password = said.split(line)[1].split(" / ")
    browser = build_opener(HTTPCookieProcessor(jar := CookieJar()))
    address = f"http://127.0.0.1:{site.port}/accounts/login/"
    browser.open(address).close()
    token = next(cookie.value for cookie in jar if cookie.name == "csrftoken")
    form = {"login": name, "password": password, "csrfmiddlewaretoken": token}
    with browser.open(address, urlencode(form).encode()) as page:
        first_page = "/admin/" if "Researcher" in line else "/"
        assert page.url == f"http://127.0.0.1:{site.port}{first_page}"
    assert {cookie.name for cookie in jar} == {"csrftoken", "known_browser", "sessionid"}


def test_the_database_is_migrated_and_other_commands_find_it(site):
    shown = subprocess.run(
        [sys.executable, "manage.py", "migrate", "--check"],
        cwd=ROOT,
        env=bare_environment()
        | {"RATEROOM_VAR": str(site.var), "DJANGO_SETTINGS_MODULE": "annotation.settings"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (shown.returncode, shown.stderr) == (0, "")


def test_a_second_run_in_the_folder_is_refused(site, supervise):
    second = supervise("site", var=site.var)
    assert second.process.wait(30) == 1
    assert (
        f"already running from this folder: process {site.number}, http://127.0.0.1:{site.port}/."
        in second.output
    )
    assert login_page(site) == 200


@pytest.mark.parametrize("name", ["web", "postgres", "valkey"])
def test_what_is_killed_comes_back(site, name):
    killed = site.pid(name)
    os.kill(killed, signal.SIGKILL)
    site.expect(f"{name} ended unexpectedly (SIGKILL); starting it again")
    wait_for(lambda: site.pid(name) != killed and login_page(site) == 200, site.log)
    assert is_running(psutil.Process(site.pid(name)))


def test_ctrl_c_ends_every_process_and_the_next_run_loads_nothing_again(site):
    family = site.family()
    masters = [
        psutil.Process(site.pid(name))
        for name in ("web", "beat", "punctual", "worker", "valkey", "postgres")
    ]
    assert set(masters) < set(family)
    assert site.stop(signal.SIGINT) in {0, -signal.SIGINT}  # make waits for it, and may end so
    assert [process for process in family if is_running(process)] == []
    assert [path.name for path in site.var.glob("*.json")] == []
    again = Supervised(site.var, "site", site.port, DEMO="yes")
    again.expect("Demo ready")  # all processes start as before
    assert again.stop(signal.SIGTERM) == 0
    assert ["Loading the demo" in run.output for run in (site, again)] == [True, False]


def answered(run):
    with contextlib.suppress(psycopg.OperationalError):
        return value_kept(run)


@pytest.mark.usefixtures("used")
def test_a_killed_database_leaves_no_process_behind(supervise):
    run = supervise()
    run.expect("Ctrl+C stops both")

    def busy():
        with (
            contextlib.suppress(psycopg.Error),
            psycopg.connect(run.addresses()["database"]) as connection,
        ):
            backends.append(connection.info.backend_pid)
            connection.execute("select count(*) from generate_series(1, 10000000000)")

    backends, killed = [], run.pid("postgres")
    threading.Thread(target=busy, daemon=True).start()
    wait_for(lambda: backends and psutil.Process(backends[0]).cpu_times().user > 0.2)
    os.kill(killed, signal.SIGKILL)
    wait_for(
        lambda: (
            "starting it again" in run.output and run.pid("postgres") != killed and answered(run)
        ),
        run.log,
    )
    assert not psutil.pid_exists(backends[0])


@pytest.mark.usefixtures("used")
def test_data_outlives_a_run(supervise):
    second = supervise()
    second.expect("Ctrl+C stops both")
    with psycopg.connect(second.addresses()["database"]) as connection:
        assert connection.execute("select value from kept").fetchall() == [(7,)]
    assert redis.Redis.from_url(second.addresses()["redis"]).get("kept") == b"yes"


METRICS_TOKEN = "of the scraper"
FOR_OTHER_MACHINES = {"BIND": "0.0.0.0", "DEMO": ""}
WATCHED = {"METRICS_TOKEN": METRICS_TOKEN, "LOG_JSON": "true"}


@pytest.fixture(scope="module")
def open_site(tmp_path_factory):
    """A site that other machines can reach, with monitoring."""
    var = tmp_path_factory.mktemp("open") / "var"
    run = Supervised(var, "site", free_port(), **FOR_OTHER_MACHINES, **WATCHED)
    run.expect("Ctrl+C stops everything")
    yield run
    if run.process.poll() is None:
        run.stop()


@pytest.mark.long
def test_a_site_for_other_machines_has_no_demo(open_site):
    assert (
        "The demo and its logins are off, because BIND=0.0.0.0 allows other machines."
        in open_site.output
    )
    with psycopg.connect(open_site.addresses()["database"]) as connection:
        assert connection.execute("select count(*) from people_user").fetchone() == (0,)


@pytest.mark.long
def test_probes_and_figures_are_those_of_all_processes(open_site):
    assert [get(open_site, path)[0] for path in ("/livez", "/readyz", "/metrics")] == [
        200,
        200,
        401,
    ]
    asked = 12  # more than one worker answers
    assert {login_page(open_site) for _time in range(asked)} == {200}
    _status, body = get(open_site, "/metrics", Authorization=f"Bearer {METRICS_TOKEN}")
    counted = re.findall(
        r'^rateroom_requests_total\{route="accounts/login/".*\} (.+)$', body, re.MULTILINE
    )
    assert [float(number) for number in counted] == [asked]


@pytest.mark.long
def test_log_lines_are_objects_with_the_requests_id(open_site):
    login_page(open_site)
    for name in ("run", "prepare", "web", "worker", "punctual"):
        wait_for(lambda name=name: f'"process": "{name}"' in open_site.output, open_site.log)
    whole, _newline, _begun = open_site.output.rpartition("\n")
    lines = [json.loads(line) for line in whole.splitlines()]
    answers = [line for line in lines if line["message"].startswith("GET /accounts/login/")]
    assert {answer["logger"] for answer in answers} == {"gunicorn.access"}
    assert all(re.fullmatch("[0-9a-f]{32}", answer["request"]) for answer in answers)
    assert "/livez" not in open_site.output


def get(run, path, **headers) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", run.port, timeout=10)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


@pytest.mark.long
def test_a_killed_supervisor_is_cleaned_up_after(open_site, supervise):
    assert value_kept(open_site) == [(7,)]
    orphans = open_site.family()
    open_site.process.kill()
    open_site.process.wait()
    assert login_page(open_site) == 200  # the orphans still hold the port
    second = supervise("site", var=open_site.var, port=open_site.port, **FOR_OTHER_MACHINES)
    second.expect("Rateroom is ready")
    for name in ("web", "beat", "punctual", "worker", "valkey", "postgres"):
        assert f"Ending {name} (process " in second.output
    assert [process for process in orphans if is_running(process)] == []
    assert value_kept(second) == [(7,)]


@pytest.mark.usefixtures("used")
def test_a_process_that_took_over_a_noted_number_is_left_alone(supervise):
    first = supervise()
    first.expect("Ctrl+C stops both")
    noted = first.var / "run.json"
    valkey = psutil.Process(first.pid("valkey"))
    first.process.kill()
    first.process.wait()
    # The same number, another start time: as after a reboot.
    noted.write_text(
        noted.read_text().replace(f'"created": {valkey.create_time()}', '"created": 1.0')
    )
    second = supervise()
    second.expect("Ctrl+C stops both")
    assert "Ending valkey" not in second.output
    assert is_running(valkey)
    valkey.kill()


def test_a_stale_pid_file_whose_number_lives_on_is_dropped(supervise, used):
    data = used / "postgres"
    # As after a reboot: the number belongs to another program of the same account, so the server
    # would refuse.
    with subprocess.Popen(["sleep", "60"], user=data.stat().st_uid) as other:
        (data / "postmaster.pid").write_text(f"{other.pid}\n{data}\n")
        run = supervise()
        run.expect("Ctrl+C stops both")
        assert value_kept(run) == [(7,)]
        assert other.poll() is None
        other.kill()


def test_a_database_that_cannot_start_shows_its_log(supervise, used):
    (used / "postgres" / "postgresql.conf").write_text("nonsense = 1\n")
    run = supervise()
    assert run.process.wait(30) == 1
    assert "postgres did not start. The end of its log, " in run.output
    assert 'unrecognized configuration parameter "nonsense"' in run.output
    assert not (run.var / "run.json").exists()


RESTORES = " is restoring its data"


def test_restoring_is_announced_while_the_database_reads_its_log(supervise, used):
    data = used / "postgres"
    with (data / "postgresql.conf").open("a") as settings:
        settings.write("restore_command = 'sleep 2; false'\nhot_standby = off\n")
    (data / "recovery.signal").touch()
    shutil.chown(data / "recovery.signal", data.stat().st_uid, data.stat().st_gid)
    run = supervise()
    run.expect("Ctrl+C stops both")
    assert f"postgres{RESTORES}" in run.output


def test_a_slow_start_is_not_called_restoring(supervise, used):
    """PostgreSQL answers "starting up" during every start, even if it restores nothing."""
    saved = used / "postgres" / "pg_stat" / "pgstat.stat"
    owner = saved.stat()
    saved.unlink()
    os.mkfifo(saved, 0o600)
    shutil.chown(saved, owner.st_uid, owner.st_gid)
    run = supervise()
    time.sleep(8)
    with saved.open("w"):
        pass  # the end of the counts that the server waits for
    run.expect("Ctrl+C stops both")
    assert RESTORES not in run.output


def test_addresses_in_the_environment_replace_the_services(supervise):
    database, broker = os.environ["DATABASE_URL"], os.environ["REDIS_URL"]
    run = supervise(DATABASE_URL=database, REDIS_URL=broker)
    run.expect("Ctrl+C stops both")
    assert run.addresses() == {"database": database, "redis": broker}
    assert run.family() == []
    assert not (run.var / "postgres").exists()


def test_one_address_replaces_one_service(supervise):
    run = supervise(REDIS_URL=os.environ["REDIS_URL"])
    run.expect("Ctrl+C stops both")
    assert not (run.var / "valkey").exists()
    assert value_kept(run) == [(7,)]


def test_a_long_path_gets_its_socket_elsewhere(supervise, tmp_path):
    run = supervise(var=tmp_path / ("long" * 25))
    run.expect("Ctrl+C stops both")
    assert value_kept(run) == [(7,)]
