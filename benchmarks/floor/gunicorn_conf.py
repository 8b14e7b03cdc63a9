"""Gunicorn's settings for the floor: the standard worker, and no access log. Anything that Rateroom
adds to these settings counts as a cost of Rateroom."""

import os

bind = f"127.0.0.1:{os.environ['PORT']}"
workers, threads, worker_class = 2, 8, "gthread"
raw_env = [f"DATABASE_POOL={threads}"]
keepalive = 75
control_socket_disable = True
