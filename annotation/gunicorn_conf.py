"""How gunicorn serves the site, on one machine and in a container alike."""

import datetime as dt
import os
from typing import Any

from gunicorn.glogging import Logger

bind = f"{os.environ.get('BIND', '127.0.0.1')}:{os.environ.get('PORT', '8000')}"
workers = int(os.environ.get("WEB_WORKERS", "2"))
threads = int(os.environ.get("WEB_THREADS", "8"))
worker_class = "gthread"
# One database pool a process, with a connection for each thread; Celery's processes have none.
raw_env = [f"DATABASE_POOL={threads}"]
# Heartbeats on disk stall under load; memory does not.
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108, PTH112
control_socket_disable = True
max_requests = 20_000
max_requests_jitter = 2_000
timeout = 60
graceful_timeout = 10
accesslog = "-"
# Without the query: outside ids of annotators travel there.
access_log_format = "%(m)s %(U)s %(s)s %(M)s ms"


class QuietLogger(Logger):  # type: ignore[misc]  # gunicorn has no types
    """Leaves static files out of the access log."""

    def access(
        self, resp: Any, req: Any, environ: dict[str, Any], request_time: dt.timedelta
    ) -> None:
        if not environ["PATH_INFO"].startswith("/static/"):
            super().access(resp, req, environ, request_time)


logger_class = QuietLogger
