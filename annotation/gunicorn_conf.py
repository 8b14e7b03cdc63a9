"""Settings of gunicorn, used on a single machine and in containers."""

import datetime as dt
import gc
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from gunicorn.glogging import Logger

from annotation.environment import env_bool, env_int, env_text
from annotation.monitoring.logs import JsonLines, RequestId, without_secrets
from annotation.whole_requests import OPEN_CONNECTIONS
from people.requests.ids import HEADER

MILLISECOND = dt.timedelta(milliseconds=1)

bind = f"{env_text('BIND')}:{env_text('PORT')}"
workers = env_int("WEB_WORKERS")
threads = env_int("WEB_THREADS")
worker_class = "annotation.whole_requests.WholeRequestWorker"
# The application is loaded before the port opens, so no one waits for a server that is starting.
# Worker processes share its memory.
preload_app = True
# One database pool per process, with a connection for each thread; Celery's processes have none.
raw_env = [f"DATABASE_POOL={threads}"]
# Heartbeats on disk stall under load; those in memory do not. gunicorn chooses the file name.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 - see above
control_socket_disable = True
max_requests = 20_000
max_requests_jitter = 2_000
timeout = 60
# Seconds. People read and think for half a minute between two requests, and a new connection would
# cost them time. Longer than a front server keeps its connections (deploy/caddy/site.caddy).
keepalive = 75
graceful_timeout = 10
accesslog = "-"
# The folder where worker processes store their counts for /metrics; one of them adds them up.
_counts = Path(tempfile.gettempdir(), f"rateroom-metrics-{os.getpid()}")
if env_text("METRICS_TOKEN"):
    raw_env.append(f"PROMETHEUS_MULTIPROC_DIR={_counts}")
    _counts.mkdir(mode=0o700, exist_ok=True)


def when_ready(_server: object) -> None:
    """Exclude the code loaded at start from garbage collection, as none of it could be freed."""
    gc.freeze()


def child_exit(_server: object, worker: Any) -> None:
    OPEN_CONNECTIONS.end(worker.age)


def on_exit(_server: object) -> None:
    shutil.rmtree(_counts, ignore_errors=True)


class QuietLogger(Logger):
    """A logger of requests that omits static files and probes, and removes secrets from URLs."""

    def setup(self, cfg: object) -> None:
        super().setup(cfg)
        if env_bool("LOG_JSON"):
            for handler in (*self.error_log.handlers, *self.access_log.handlers):
                handler.setFormatter(JsonLines())
                handler.addFilter(RequestId())

    def access(
        self, resp: Any, _req: Any, environ: dict[str, Any], request_time: dt.timedelta
    ) -> None:
        """Log the method, path, status and duration in milliseconds of a request.

        Gunicorn's own method would first collect all headers of each request. The query string is
        left out because it can contain annotators' panel ids.
        """
        # An unreadable request has no path.
        path = environ.get("PATH_INFO") or "-"
        if path.startswith(("/static/", "/livez", "/readyz", "/metrics")):
            return
        name = next((value for key, value in resp.headers if key == HEADER), "")
        self.access_log.info(
            "%s %s %.3s %d ms",
            environ.get("REQUEST_METHOD", "-"),
            without_secrets(path if path.isprintable() else ascii(path)),
            resp.status,
            request_time / MILLISECOND,
            extra={"request_id": name} if name else None,
        )


logger_class = QuietLogger
