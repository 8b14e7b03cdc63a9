"""What an app keeps about a person.

An app that has such data says so in its module `keeps`, found by being there, as `KEEPER`.
Every foreign key to a person or to an enrolment stands in a keeper's `fields`, with what an erasure
does to it; a test fails for one that does not.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from django.apps import apps
from django.utils.functional import Promise
from django.utils.module_loading import module_has_submodule

if TYPE_CHECKING:
    from people.models import User

MODULE = "keeps"
GOES = "goes"  # the rows are deleted
BLANKED = "blanked"  # what identifies the person is taken out of the rows
STAYS = "stays"  # the rows lead to an account without name, address and login
# Fields by these names say who did something as a researcher, and stay in every app: nobody with a
# role is erased, and what was done before leads to an account without a name.
DONE_BY = frozenset(
    {
        "accepted_by",
        "actor",
        "added_by",
        "adjudicator",
        "asked_by",
        "attached_by",
        "cancelled_by",
        "created_by",
        "decided_by",
        "excluded_by",
        "granted_by",
        "left_out_by",
        "made_by",
        "masked_by",
        "retired_by",
        "revoked_by",
        "stated_by",
        "stopped_by",
        "taken_back_by",
    }
)
Row = Mapping[str, object]
Words = Promise | str


@dataclass(frozen=True)
class Table:
    """One table of a person's download: its file's name without `.csv`, what stands in it in plain
    words, and its rows."""

    name: str
    about: Words
    rows: Callable[["User"], Iterable[Row]]


def nothing_against(_user: "User") -> str:
    return ""


def no_projects(_user: "User") -> Iterable[int]:
    return ()


def no_names(_user: "User") -> Iterable[object]:
    return ()


@dataclass(frozen=True, kw_only=True)
class Keeper:
    """One app's part.

    `fields`: for each "app.Model.field" that refers to a person or an enrolment, but for those that
    DONE_BY names, GOES, BLANKED or STAYS. `goes` and `stays`: what an erasure takes and leaves, in
    a sentence each. `erase(user, texts)` does it, in the erasure's transaction, `texts` with free
    texts; it gives how many rows of what it changed. `against(user)`: why it cannot be now, in a
    sentence; blank where it can. `projects(user)`: ids of the projects that the person has to do
    with. `names(user)`: what the app knows the person by, which an erasure takes out of everything
    that is written anywhere. Left out of that are `apart`: "app.Model" or "app.Model.field" of what
    is about no person (what is rated, and how), is another person's own, or is handled by `erase`.
    `about`: a lookup from "app.Model" to the person, where no chain of foreign keys leads there.
    """

    tables: Sequence[Table] = ()
    fields: Mapping[str, str] = field(default_factory=dict)
    goes: Sequence[Words] = ()
    goes_with_texts: Sequence[Words] = ()
    stays: Sequence[Words] = ()
    erase: Callable[["User", bool], Mapping[str, int]] | None = None
    against: Callable[["User"], str] = field(default=nothing_against)
    projects: Callable[["User"], Iterable[int]] = field(default=no_projects)
    names: Callable[["User"], Iterable[object]] = field(default=no_names)
    apart: frozenset[str] = frozenset()
    about: Mapping[str, str] = field(default_factory=dict)


@cache
def keepers() -> Sequence[Keeper]:
    """Every app's, the highest app first, so that each erases what rests on lower ones before
    these do."""
    modules = [
        import_module(f"{config.name}.{MODULE}")
        for config in apps.get_app_configs()
        if module_has_submodule(config.module, MODULE)
    ]
    every: list[Keeper] = [module.KEEPER for module in modules if hasattr(module, "KEEPER")]
    return every[::-1]


def projects_of_person(user: "User") -> set[int]:
    """Ids of the projects that the person has to do with, by any app."""
    return {pk for keeper in keepers() for pk in keeper.projects(user)}
