"""The site's settings for tests: real PostgreSQL and Valkey, started here unless the environment names others."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

FOLDER = Path(tempfile.mkdtemp(prefix="rateroom-test-"))
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
os.environ.setdefault("RATEROOM_VAR", str(FOLDER))
os.environ.setdefault("HTTPS", "false")

from annotation.embedded import start_postgres, start_valkey  # noqa: E402

if "DATABASE_URL" not in os.environ:
    _postgres = start_postgres(FOLDER / "postgres", durable=False)
    atexit.register(_postgres.stop)
    os.environ["DATABASE_URL"] = _postgres.url
if "REDIS_URL" not in os.environ:
    _valkey = start_valkey(FOLDER / "valkey", persist=False)
    atexit.register(_valkey.stop)
    os.environ["REDIS_URL"] = _valkey.url

from annotation.settings import *  # noqa: E402, F403
from annotation.settings import STORAGES  # noqa: E402

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
MEDIA_ROOT = FOLDER / "media"
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
