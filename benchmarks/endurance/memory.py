"""How the memory of each process grows: samples while people work, and a slope with its
interval."""

import contextlib
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Self

import psutil
from scipy import stats

EVERY_SECONDS = 5.0
SETTLING = 0.2  # the share of a process's samples that it needs to warm up
BLOCKS = 20
FEWEST_BLOCKS = 5


@dataclass(frozen=True)
class Sample:
    """`private` is what a process and its children have that no other shares, in MB."""

    seconds: float
    pid: int
    private: float


@dataclass
class Samples:
    """Taken in a thread of its own, from `processes()`, for as long as the block lasts."""

    processes: Callable[[], dict[str, psutil.Process]]
    taken: dict[str, list[Sample]] = field(default_factory=dict)

    def __enter__(self) -> Self:
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._take, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._stopping.set()
        self._thread.join()

    def _take(self) -> None:
        while not self._stopping.wait(EVERY_SECONDS):
            with contextlib.suppress(OSError, ValueError):  # the list is being written
                for name, process in self.processes().items():
                    with contextlib.suppress(psutil.NoSuchProcess):
                        sample = Sample(time.monotonic(), process.pid, _private(process))
                        self.taken.setdefault(name, []).append(sample)

    def slopes(self) -> dict[str, dict[str, float | None]]:
        """MB an hour of each process since it was last started, with a 95 % interval."""
        return {name: slope(samples) for name, samples in sorted(self.taken.items())}


def _private(process: psutil.Process) -> float:
    total = 0
    for each in (process, *process.children(recursive=True)):
        with contextlib.suppress(psutil.NoSuchProcess):
            info = each.memory_info()
            total += info.rss - info.shared
    return total / 1e6


def slope(samples: list[Sample]) -> dict[str, float | None]:
    """Ordinary least squares through the means of consecutive blocks: samples that follow each
    other are alike, the means of blocks much less so. None where there are too few."""
    last = [sample for sample in samples if sample.pid == samples[-1].pid]
    last = last[int(len(last) * SETTLING) :]
    size = max(1, len(last) // BLOCKS)
    blocks = [last[at : at + size] for at in range(0, len(last) - size + 1, size)]
    figures: dict[str, float | None] = {
        "mb": round(last[-1].private, 1) if last else None,
        "minutes": round((last[-1].seconds - last[0].seconds) / 60, 1) if last else 0.0,
        "mb_per_hour": None,
        "plus_or_minus": None,
    }
    if len(blocks) >= FEWEST_BLOCKS:
        hours = [sum(each.seconds for each in block) / len(block) / 3600 for block in blocks]
        sizes = [sum(each.private for each in block) / len(block) for block in blocks]
        line = stats.linregress(hours, sizes)
        quantile = stats.t.ppf(0.975, len(blocks) - 2)
        figures["mb_per_hour"] = round(float(line.slope), 1)
        figures["plus_or_minus"] = round(float(line.stderr * quantile), 1)
    return figures
