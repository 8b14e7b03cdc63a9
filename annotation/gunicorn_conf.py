"""How gunicorn serves the site, on one machine and in a container alike."""

import os

bind = f"{os.environ.get('HOST', '127.0.0.1')}:{os.environ.get('PORT', '8000')}"
workers = int(os.environ.get("WEB_WORKERS", "2"))
threads = int(os.environ.get("WEB_THREADS", "8"))
worker_class = "gthread"
# Heartbeats on disk stall under load; memory does not.
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108, PTH112
control_socket_disable = True
max_requests = 20_000
max_requests_jitter = 2_000
timeout = 60
graceful_timeout = 20
