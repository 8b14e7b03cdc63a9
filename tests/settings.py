"""Settings for tests, with real PostgreSQL and Valkey servers. They are started here unless the
environment has their addresses."""

import atexit
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from annotation.translations import compile_translations

os.environ.setdefault("HTTPS", "false")
FOLDER = Path(tempfile.mkdtemp(prefix="rateroom-test-"))
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)


def start_services() -> None:
    """Start the services and set their addresses in the environment, also for processes that tests
    start.

    The services end with this process even if it is killed, because the supervisor's input then
    closes.
    """
    supervisor = subprocess.Popen(
        [sys.executable, "-m", "local.supervise", "throwaway"],
        cwd=Path(__file__).parent.parent,
        env=os.environ | {"RATEROOM_VAR": str(FOLDER)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    atexit.register(supervisor.communicate)
    said = ""
    for line in supervisor.stdout:
        if line.startswith("{"):
            os.environ["DATABASE_URL"], os.environ["REDIS_URL"] = json.loads(line).values()
            return
        said += line
    raise SystemExit(f"The tests' services did not start:\n{said}")


compile_translations()
os.environ["RATEROOM_VAR"] = str(FOLDER)
os.environ.setdefault("JUDGE_HOSTS", "127.0.0.1")  # where the tests' own chat server answers
os.environ.setdefault(
    "PROLIFIC_URL", "http://127.0.0.1:9"
)  # nobody, where a test names no stand-in
os.environ.setdefault("WEBHOOK_HOSTS", "127.0.0.1")  # and their receiver of web hooks
if not (os.environ.get("DATABASE_URL") and os.environ.get("REDIS_URL")):
    start_services()

# Each test empties all tables, which may wait for autovacuum while that waits for it. Whoever looks
# for a deadlock first gives way, and that is to be autovacuum, after its one second.
os.environ.setdefault("PGOPTIONS", "-c deadlock_timeout=4s")

if worker := os.environ.get("PYTEST_XDIST_WORKER"):
    # The workers share the servers that the first process started: each has its own database, in
    # both of them.
    os.environ["REDIS_URL"] = (
        f"{os.environ['REDIS_URL'].rsplit('/', 1)[0]}/{int(worker.removeprefix('gw')) + 1}"
    )

from annotation.settings import *  # noqa: E402, F403
from annotation.settings import STORAGES  # noqa: E402

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
REVIEW_UNDO_SECONDS = 0  # tests/hits/review/test_held_decisions.py is about it
MEDIA_ROOT = FOLDER / "media"
STATIC_ROOT = FOLDER / "static"
STATIC_ROOT.mkdir()
STORAGES = STORAGES | {
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
}
