"""The processes of a complete site apart from the web server: beat and the workers."""

import contextlib
import signal
from collections.abc import Iterator
from dataclasses import replace

import psutil
import redis

from benchmarks.servers import Bench, wait
from local.processes import Child
from local.programs import site_programs

QUEUES = ("celery", "punctual")
READY = " ready."  # text in the log of a worker that is ready


class Tasks:
    """The running processes of beat and the workers."""

    def __init__(self, children: list[Child]) -> None:
        self.children = children

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        """Pause beat and the workers inside the context. The floor is measured without them,
        because it has neither."""
        family = [
            process
            for child in self.children
            for parent in [psutil.Process(child.process.pid)]
            for process in [parent, *parent.children(recursive=True)]
        ]
        _signal(family, signal.SIGSTOP)
        try:
            yield
        finally:
            _signal(family, signal.SIGCONT)


def _signal(processes: list[psutil.Process], number: signal.Signals) -> None:
    for process in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.send_signal(number)


@contextlib.contextmanager
def running_tasks(bench: Bench) -> Iterator[Tasks]:
    """Run beat and the workers, with metrics on, inside the context. Waiting tasks of an earlier
    benchmark are deleted first."""
    with redis.Redis.from_url(bench.redis) as broker:
        broker.delete(*QUEUES)
    addresses = {"database": bench.database, "redis": bench.redis}
    with contextlib.ExitStack() as stack:
        tasks = Tasks([])
        for program in site_programs(addresses, own_broker=False):
            if program.name != "web":
                env = {**program.env, "METRICS_TOKEN": "benchmark"}
                log = bench.folder / f"{program.name}.log"
                log.unlink(missing_ok=True)
                tasks.children.append(Child(replace(program, env=env, log=log)))
                stack.callback(tasks.children[-1].stop)
        for child in tasks.children:
            if child.name != "beat":  # beat logs nothing
                wait(lambda worker=child: READY in worker.tail(), child)
        yield tasks
