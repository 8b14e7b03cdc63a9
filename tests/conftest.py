"""Fixtures that need real parts: a Celery worker, a browser."""

import gc
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import pytest
import redis
from django.conf import settings
from django.db import connections, transaction
from django.utils import translation
from django.utils.crypto import get_random_string
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from annotation.stores import store_at
from local.programs import PUNCTUAL, WORKER
from tests import attacks, bucket, cloning, emptying, static_files, under_way

ROOT = Path(__file__).parent.parent
# Playwright's own event loop runs in the test's thread; Django would take our plain calls for calls
# from a coroutine.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
# How fast an example is depends on what else the machine does, and tests assert no times. Every run
# draws the same few examples; `make long` and `make attacks` draw others, and more
# (`--hypothesis-profile=random`).
UNHURRIED = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow], "database": None}
hypothesis_settings.register_profile("random", **UNHURRIED)
hypothesis_settings.register_profile("same", derandomize=True, max_examples=30, **UNHURRIED)
hypothesis_settings.load_profile("same")
under_way.watch()
attacks.watch()
static_files.give_from_memory()

# Of the long files, so that none of them is what the others wait for at the end.
FIRST = dict.fromkeys(
    (
        *("test_accessibility.py", "test_annotator.py", "test_drafts.py", "test_every_kind.py"),
        *("test_flow.py", "test_main_job.py", "test_rubric_editor.py", "test_sending.py"),
        *("test_serve.py", "test_supervise.py", "test_time.py", "test_videos.py"),
    ),
    0,
)
YOUNG_OBJECTS = 20_000
QUIET = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
QUIET += ["--disable-component-update", "--disable-sync"]


gc.disable()  # until all is imported and collected, which leaves no garbage


def pytest_collection_finish() -> None:
    """Collect garbage seldom, and never look again at the modules and tests that stay to the end.

    A full collection would visit a million objects, and the default is one every few tests.
    """
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, 10, 20)
    gc.enable()


COMMITTING = {"transactional_db", "live_server"}  # fixtures of tests that commit
LASTING = {"module_rows", "shared_study"}  # fixtures whose rows are never committed
SLOW = {"celery_worker_process", "shared_study"}  # fixtures of tests that take seconds


def refuse_lasting_rows(items: list[pytest.Item]) -> None:
    """Raise UsageError for a test that commits within `module_rows`: their transaction stays open
    beside it, and emptying the tables afterwards takes from the other tests what they are given."""
    for item in items:
        names = set(getattr(item, "fixturenames", ()))
        marker = item.get_closest_marker("django_db")
        commits = marker is not None and marker.kwargs.get("transaction", False)
        if names & LASTING and (commits or names & COMMITTING):
            raise pytest.UsageError(
                f"{item.nodeid} commits, and takes rows of its module (module_rows) or package, which are never "
                "committed. Give it rows of its own, or move it to another file."
            )


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]):
    """Whatever needs a worker process or walks over all routes is slow, and files that drive a
    browser come last.

    Playwright's event loop stays in the process: what forks, or runs a loop of its own, would meet
    it. So they are put last when pytest-django has had its own order, and `make test` keeps that
    (`--no-loadscope-reorder`).
    """
    refuse_lasting_rows(items)
    for item in items:
        if not SLOW.isdisjoint(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.slow)
    yield
    browsing = {item.path for item in items if "chromium" in getattr(item, "fixturenames", ())}
    items.sort(key=lambda item: (item.path in browsing, FIRST.get(item.path.name, 1)))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item):
    """A test that is marked as an attack really attacks."""
    with attacks.must_attack(item):
        return (yield)


@pytest.fixture(autouse=True)
def own_language():
    """Leaves no language to the next test: a request of a test sets that of its person."""
    yield
    translation.deactivate()


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment, django_db_blocker):
    """A copy of the migrated template, in place of pytest-django's own database."""
    with django_db_blocker.unblock(), cloning.own_database():
        emptying.empty_by_deleting()
        yield


@pytest.fixture(scope="module")
def module_rows(django_db_setup, django_db_blocker):
    """What a module's fixtures write after this one stays for all its tests: each test's own
    transaction is a savepoint in it. For rows that cost more than most of the tests, and none that
    commit."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def module_project(module_rows):
    """The project of a module whose rows are in its `module_batch`."""
    from tests import world

    return world.project(name="Moths")


@pytest.fixture
def project(module_project, db):
    """The module's project, as an instance of the test's own."""
    from people.models import Project

    return Project.objects.get(pk=module_project.pk)


@pytest.fixture
def batch(module_batch, db):
    """The module's batch, as an instance of the test's own."""
    from hits.models import Batch

    return Batch.objects.get(pk=module_batch.pk)


def test_database_url() -> str:
    """The address of the database that the tests run in, for processes of their own."""
    parts = urlsplit(os.environ["DATABASE_URL"])
    return urlunsplit(parts._replace(path="/" + settings.DATABASES["default"]["NAME"]))


@pytest.fixture(scope="session")
def site_environment(django_db_setup) -> dict[str, str]:
    """The environment of a process that works on the tests' database and media."""
    return os.environ | {
        "DJANGO_SETTINGS_MODULE": "annotation.settings",
        "DATABASE_URL": test_database_url(),
        "MEDIA_ROOT": str(settings.MEDIA_ROOT),
        # Nobody listens there: a worker must not call the real one.
        "PROLIFIC_URL": "http://127.0.0.1:9",
    }


@pytest.fixture(scope="session")
def celery_worker_process(site_environment, tmp_path_factory):
    """A real Celery worker on the tests' database and broker: it does one long task at a time."""
    yield from _worker([*WORKER, "--concurrency", "1"], site_environment, tmp_path_factory)


@pytest.fixture(scope="session")
def punctual_worker_process(site_environment, tmp_path_factory):
    """The worker of deadlines, as the site runs it."""
    yield from _worker(PUNCTUAL, site_environment, tmp_path_factory)


def _worker(command, environment, tmp_path_factory):
    log = tmp_path_factory.mktemp("worker") / "log"
    with log.open("w") as out:
        worker = subprocess.Popen(
            [sys.executable, "-m", *command], cwd=ROOT, env=environment, stdout=out, stderr=out
        )
    deadline = time.monotonic() + 60
    while " ready." not in log.read_text():
        if worker.poll() is not None or time.monotonic() > deadline:
            pytest.fail(f"The worker did not start:\n{log.read_text()}")
        time.sleep(0.1)
    yield worker
    worker.terminate()
    worker.wait(20)


@pytest.fixture(scope="session")
def bucket_server(tmp_path_factory):
    """A real S3 server; it takes seven seconds to start and hardly any processor."""
    server = bucket.start(tmp_path_factory.mktemp("bucket"))
    yield server
    server.stop()


@pytest.fixture
def bucket_address(bucket_server, monkeypatch):
    """Of a part of the bucket that is this test's own; its keys are in the environment."""
    monkeypatch.setenv("MEDIA_ACCESS_KEY", bucket.ACCESS_KEY)
    monkeypatch.setenv("MEDIA_SECRET_KEY", bucket.SECRET_KEY)
    return bucket_server.address(get_random_string(12).lower())


@pytest.fixture
def in_bucket(bucket_address, settings):
    """The site's files lie in a bucket."""
    entry = store_at(bucket_address)
    settings.STORAGES = settings.STORAGES | {"default": entry}


@pytest.fixture
def in_folder(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "stored"


@pytest.fixture(params=["in_folder", pytest.param("in_bucket", marks=pytest.mark.long)])
def store(request):
    """Each test twice: with the site's files in a folder, and (`long`) in a bucket."""
    request.getfixturevalue(request.param)
    return request.param


@pytest.fixture
def no_tries_counted():
    """Earlier tests have failed to log in under the same names and addresses; the limits forget
    them."""
    with redis.Redis.from_url(settings.REDIS_URL) as valkey:
        for key in valkey.scan_iter("sign-in:*"):
            valkey.delete(key)


@pytest.fixture
def prolific(settings):
    """The stand-in for Prolific, which the settings name."""
    from tests.recruiting.prolific.prolific_server import ProlificServer

    server = ProlificServer()
    settings.PROLIFIC_URL, settings.SITE_URL = server.url, "https://lab.example/"
    yield server
    server.close()


@pytest.fixture
def lab(db, prolific):
    """A live batch whose people come from Prolific, two HITs at a time."""
    from tests.recruiting.prolific.prolific_lab import make_lab

    return make_lab(prolific)


def find_chromium() -> str | None:
    """The path of the Chromium to drive, as find_chromium.sh chooses it."""
    names = (
        os.environ.get("CHROMIUM"),
        "chromium-headless-shell",
        "chromium",
        "chromium-browser",
        "google-chrome",
    )
    return next((path for name in names if name and (path := shutil.which(name))), None)


@pytest.fixture(scope="session")
def chromium():
    """One headless Chromium for the whole run."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    path = find_chromium()
    if path is None:
        pytest.fail("No Chromium was found; run `make test`, or set CHROMIUM to its path.")
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*QUIET, *root])
        yield browser
        browser.close()
        # While Playwright's loop runs, this thread has a database connection apart from its usual
        # one, and nobody else closes that: the database could not be dropped.
        connections.close_all()


PATIENCE = 30_000  # ms: how long a browser test waits for what is to come, on a machine with much else to do
DESKTOP = {"viewport": {"width": 1280, "height": 900}}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
MEDIA_OPTIONS = {"color_scheme", "reduced_motion"}  # a page can have them, whatever its context


@pytest.fixture
def answered():
    """Leaves the database to the next test only when every request was answered."""
    yield
    under_way.wait_for_none()


@pytest.fixture(scope="session")
def shared_contexts(chromium, live_server):
    from tests.browsing import SharedContexts

    return SharedContexts(chromium, live_server.url)


@pytest.fixture
def open_page(chromium, shared_contexts, answered):
    """Open pages, each in a context with no cookies and no storage: `open_page(PHONE)`,
    `open_page(DESKTOP, java_script_enabled=False)`.

    `alone`: in a context that no other test has. One needs it that installs a clock, or gives the
    context init scripts, exposed functions, extra headers or a geolocation: nothing takes these out
    of a context again.

    A page error or a violation of the Content-Security-Policy fails the test.
    """
    contexts, shared, complaints = [], [], []

    def open_one(device=DESKTOP, *, alone=False, **options):
        if device in (DESKTOP, PHONE) and options.keys() <= MEDIA_OPTIONS and not alone:
            shared.append(shared_contexts.take(device))
            page = shared[-1].open_page()
            page.emulate_media(**options)
        else:
            contexts.append(chromium.new_context(**device, **options))
            page = contexts[-1].new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda message: (
                complaints.append(message.text)
                if "Content Security Policy" in message.text
                else None
            ),
        )
        return page

    yield open_one
    try:
        for context in contexts:
            context.close()
        for context in shared:
            shared_contexts.give_back(context)
    finally:
        assert complaints == []


@pytest.fixture
def page(open_page):
    return open_page()


@pytest.fixture
def phone(open_page):
    return open_page(PHONE)


def pytest_terminal_summary(terminalreporter) -> None:
    """Print the figures that tests record, also those of other processes."""
    for report in terminalreporter.stats.get("passed", []) + terminalreporter.stats.get(
        "failed", []
    ):
        for name, figures in report.user_properties:
            if name == "figures":
                terminalreporter.write_line(f"{report.nodeid}: {figures}")
