"""The commands of the site's processes. The supervisor and the containers use the same list."""

import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import redis
from kombu import Connection
from kombu.exceptions import OperationalError

from annotation.demo_mode import with_demo
from annotation.environment import env_text
from local.processes import CannotStart, Program

ROOT = Path(__file__).resolve().parent.parent
INSTALLED = (ROOT / "__init__.py").is_file()
WEB = ["gunicorn", "--config", "annotation/gunicorn_conf.py", "annotation.wsgi"]
# Gossip and mingling coordinate several workers. We do not need them, and they delay the start.
CELERY = ["celery", "--quiet", "-A", "annotation"]
WORKER = [*CELERY, "worker", "--loglevel", "INFO", "--without-gossip", "--without-mingle"]
# A worker only for tasks that must not wait behind an import. They are listed in
# `CELERY_TASK_ROUTES`.
PUNCTUAL = [*WORKER, "--queues", "punctual", "--hostname", "punctual@%h", "--concurrency", "1"]
BEAT = [*CELERY, "beat", "--loglevel", "WARNING"]
PREPARE = ["python", "manage.py", "prepare"]


def environment(addresses: Mapping[str, str]) -> dict[str, str]:
    """Return the environment for the site's processes. Most variables that the operator has set
    take precedence. The addresses of the database and the broker, and DEMO, are always set here."""
    return {
        "HTTPS": "false",  # the site uses plain HTTP on the loopback address
        "SITE_URL": f"http://localhost:{env_text('PORT')}/",
        "WORKER_PROCESSES": "2",
        "PYTHONWARNINGS": "ignore:You're running the worker with superuser",
        **os.environ,
        "DEMO": str(with_demo(os.environ)),  # the value that the console shows
        "DATABASE_URL": addresses["database"],
        "REDIS_URL": addresses["redis"],
        "DJANGO_SETTINGS_MODULE": "annotation.settings",
        "PYTHONUNBUFFERED": "1",
    }


def site_programs(addresses: Mapping[str, str], *, own_broker: bool) -> list[Program]:
    """Return the programs for web, workers and beat. If Rateroom runs its own broker, the program
    `worker` first puts the tasks of its killed predecessor back into the queue.

    The program `punctual` may already be connected then, so its short tasks can run twice.
    """
    env = environment(addresses)

    def before_worker() -> None:
        if own_broker:
            give_back_tasks(addresses["redis"])

    return [
        Program("web", _python(WEB), env, ROOT, ending=((signal.SIGTERM, 15),)),
        Program("beat", _python(BEAT), env, ROOT, ending=((signal.SIGTERM, 5),)),
        Program(
            "punctual",
            _python(PUNCTUAL),
            env,
            ROOT,
            ending=((signal.SIGTERM, 10), (signal.SIGQUIT, 5)),
        ),
        Program(
            "worker",
            [*_python(WORKER), "--concurrency", env["WORKER_PROCESSES"]],
            env,
            ROOT,
            # First let running tasks end, then return the remaining ones to the queue.
            ending=((signal.SIGTERM, 10), (signal.SIGQUIT, 5)),
            before=before_worker,
        ),
    ]


def _python(command: list[str]) -> list[str]:
    return [sys.executable, "-m", *command]


def give_back_tasks(redis_url: str) -> None:
    """Put the tasks of a killed worker back into the queue. Celery would otherwise wait for the
    visibility timeout. Call this only if no worker is connected to the broker. Raises CannotStart
    if the broker does not respond."""
    try:
        with Connection(
            redis_url, transport_options={"visibility_timeout": 0, "max_retries": 1}
        ) as connection:
            channel: Any = connection.default_channel
            channel.qos.restore_visible(num=None)
    except (OperationalError, redis.RedisError) as error:
        raise CannotStart(f"The broker does not answer yet: {error}") from error
