"""What the page of a task says by its kind of work, a module each.

A module holds one `WORDS`. It is found by being here, and is named for the kind it is about.
"""

import pkgutil
from abc import ABC, abstractmethod
from functools import cache
from importlib import import_module
from typing import NamedTuple

from django.utils.translation import gettext as _

from hits.models import BackgroundTask


class Result(NamedTuple):
    """A page that shows what a task has made, and what the link to it says."""

    address: str
    label: str


class Words(ABC):
    """How far a task of one kind is, what it has done, and where it was asked for."""

    @abstractmethod
    def so_far(self, task: BackgroundTask) -> str:
        """Return how far it is, once it has done anything."""

    @abstractmethod
    def outcome(self, task: BackgroundTask) -> str:
        """Return what it has done, in a sentence."""

    def left(self, _task: BackgroundTask) -> str:
        """Return what stands of one that failed or was cancelled."""
        return _("Nothing changed.")

    @abstractmethod
    def back(self, task: BackgroundTask) -> str:
        """Return the address of the page on which such a task is asked for."""

    def result(self, _task: BackgroundTask) -> Result | None:
        """Return what it has made, where that has a page."""
        return None

    def own_page(self, _task: BackgroundTask) -> str:
        """Return the address of the page that shows it in the place of its own; blank where none
        does."""
        return ""


@cache
def words_by_kind() -> dict[str, Words]:
    names = [module.name for module in pkgutil.iter_modules(__path__)]
    return {name: import_module(f"{__name__}.{name}").WORDS for name in names}


def words_of(task: BackgroundTask) -> Words:
    """Return what the page of this task says."""
    return words_by_kind()[task.kind]
