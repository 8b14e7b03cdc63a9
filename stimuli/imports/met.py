"""Which items were met before, told from 64 bits of each, so that the database is asked only about those."""

from collections.abc import Sequence
from typing import Any

import numpy as np


class Met:
    """Eight bytes for each name: what is not here was certainly not met, what is was in all likelihood."""

    def __init__(self) -> None:
        self._runs: list[Any] = []  # hashes in order; each run more than twice as long as the next

    def add(self, names: Sequence[str]) -> Any:
        """Whether each of these names, which differ from one another, may have been met; from now on it has."""
        hashes = np.fromiter(map(hash, names), np.int64, len(names))
        met = np.zeros(len(names), bool)
        for run in self._runs:
            met |= run[np.searchsorted(run, hashes).clip(max=len(run) - 1)] == hashes
        self._keep(np.sort(hashes[~met]))
        return met

    def _keep(self, run: Any) -> None:
        if not len(run):
            return
        while self._runs and len(self._runs[-1]) <= 2 * len(run):
            run = np.sort(np.concatenate([self._runs.pop(), run]), kind="stable")
        self._runs.append(run)
