"""Fixtures that several test packages share, such as databases, Celery workers and a browser."""

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
    """Collect garbage rarely, and exclude the objects of collected modules and tests.

    By default, a full collection would visit a million objects every few tests.
    """
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, 10, 20)
    gc.enable()


COMMITTING = {"transactional_db", "live_server"}  # fixtures of tests that commit
LASTING = {"module_rows", "shared_study"}  # fixtures whose rows are never committed
SLOW = {"celery_worker_process", "shared_study"}  # fixtures of tests that take seconds


def refuse_lasting_rows(items: list[pytest.Item]) -> None:
    """Raise UsageError if a test that commits also uses uncommitted rows of its module or
    package."""
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
    """Mark slow tests, and run the files that drive a browser last.

    Playwright's event loop stays in the process and would disturb tests that fork or run an event
    loop. `make test` keeps this order (`--no-loadscope-reorder`).
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
    """Check that a test marked as an attack really attacks."""
    with attacks.must_attack(item):
        return (yield)


@pytest.fixture(autouse=True)
def own_language():
    """Reset the language after each test, because a request activates the account's language."""
    yield
    translation.deactivate()


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment, django_db_blocker):
    """A copy of the migrated template, instead of pytest-django's own database."""
    with django_db_blocker.unblock(), cloning.own_database():
        emptying.empty_by_deleting()
        yield


@pytest.fixture(scope="module")
def module_rows(django_db_setup, django_db_blocker):
    """A transaction around all tests of a module, which keeps the rows of its module fixtures. Use
    it for rows that are expensive to create, and only if no test commits."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def module_project(module_rows):
    """The project that a module's tests and its `module_batch` share."""
    from tests import world

    return world.project(name="Moths")


@pytest.fixture
def project(module_project, db):
    """The module's project, loaded again for each test."""
    from people.models import Project

    return Project.objects.get(pk=module_project.pk)


@pytest.fixture
def batch(module_batch, db):
    """The module's batch, loaded again for each test."""
    from hits.models import Batch

    return Batch.objects.get(pk=module_batch.pk)


def test_database_url() -> str:
    """Return the URL of the test database, for processes that tests start."""
    parts = urlsplit(os.environ["DATABASE_URL"])
    return urlunsplit(parts._replace(path="/" + settings.DATABASES["default"]["NAME"]))


@pytest.fixture(scope="session")
def site_environment(django_db_setup) -> dict[str, str]:
    """The environment variables of a process that uses the tests' database and media."""
    return os.environ | {
        "DJANGO_SETTINGS_MODULE": "annotation.settings",
        "DATABASE_URL": test_database_url(),
        "MEDIA_ROOT": str(settings.MEDIA_ROOT),
        # Nobody listens there: a worker must not call the real one.
        "PROLIFIC_URL": "http://127.0.0.1:9",
    }


@pytest.fixture(scope="session")
def celery_worker_process(site_environment, tmp_path_factory):
    """A real Celery worker with the tests' database and broker. It runs one long task at a time."""
    yield from _worker([*WORKER, "--concurrency", "1"], site_environment, tmp_path_factory)


@pytest.fixture(scope="session")
def punctual_worker_process(site_environment, tmp_path_factory):
    """The worker for deadlines, started as in production."""
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
    """A real S3 server, which takes seven seconds to start but little CPU time."""
    server = bucket.start(tmp_path_factory.mktemp("bucket"))
    yield server
    server.stop()


@pytest.fixture
def bucket_address(bucket_server, monkeypatch):
    """The address of a new prefix in the bucket. The access keys are set in the environment."""
    monkeypatch.setenv("MEDIA_ACCESS_KEY", bucket.ACCESS_KEY)
    monkeypatch.setenv("MEDIA_SECRET_KEY", bucket.SECRET_KEY)
    return bucket_server.address(get_random_string(12).lower())


@pytest.fixture
def in_bucket(bucket_address, settings):
    """Store the site's files in a bucket."""
    entry = store_at(bucket_address)
    settings.STORAGES = settings.STORAGES | {"default": entry}


@pytest.fixture
def in_folder(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "stored"


@pytest.fixture(params=["in_folder", pytest.param("in_bucket", marks=pytest.mark.long)])
def store(request):
    """Run each test with the site's files in a folder and, if `long`, also in a bucket."""
    request.getfixturevalue(request.param)
    return request.param


@pytest.fixture
def no_tries_counted():
    """Reset the login limits, which count the failed logins of earlier tests."""
    with redis.Redis.from_url(settings.REDIS_URL) as valkey:
        for key in valkey.scan_iter("sign-in:*"):
            valkey.delete(key)


@pytest.fixture
def prolific(settings):
    """A simulated Prolific server, which the settings point to."""
    from tests.recruiting.prolific.prolific_server import ProlificServer

    server = ProlificServer()
    settings.PROLIFIC_URL, settings.SITE_URL = server.url, "https://lab.example/"
    yield server
    server.close()


@pytest.fixture
def lab(db, prolific):
    """A live batch whose annotators come from Prolific, with two HITs per session."""
    from tests.recruiting.prolific.prolific_lab import make_lab

    return make_lab(prolific)


def find_chromium() -> str | None:
    """Return the path of the Chromium to run, or None. `find_chromium.sh` uses the same order."""
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
    """A headless Chromium for the whole test run."""
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
    """Wait after the test until every request has been answered, so that the next test has the
    database to itself."""
    yield
    under_way.wait_for_none()


@pytest.fixture(scope="session")
def shared_contexts(chromium, live_server):
    from tests.browsing import SharedContexts

    return SharedContexts(chromium, live_server.url)


@pytest.fixture
def open_page(chromium, shared_contexts, answered):
    """A function that opens a page in a context without cookies or storage: `open_page(PHONE)`,
    `open_page(DESKTOP, java_script_enabled=False)`.

    With `alone`, no other test uses the context. This is needed for a clock, init scripts, exposed
    functions, extra headers or a geolocation, which cannot be removed again.

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
    """Print the figures that tests recorded, including those of tests in other processes."""
    for report in terminalreporter.stats.get("passed", []) + terminalreporter.stats.get(
        "failed", []
    ):
        for name, figures in report.user_properties:
            if name == "figures":
                terminalreporter.write_line(f"{report.nodeid}: {figures}")
