"""The personal data of an app.

An app that has such data says so in its module `keeps`, found by being there, as `KEEPER`. Every
foreign key to a person or to an enrolment is in a keeper's `fields`, with the effect of a deletion
on it. A test fails for one that is missing.
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
# Fields with these names say who did something as a researcher, and stay in every app: people with
# a role are not deleted, and earlier acts lead to an account without a name.
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
    """One table of a person's download: its file's name without `.csv`, and its rows."""

    name: str
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
    DONE_BY names, GOES, BLANKED or STAYS. `goes` and `stays`: the data deleted and kept, in a
    sentence each. `erase(user, texts)` deletes it in the deletion's transaction, `texts` with free
    texts; it returns the number of changed rows per kind. `against(user)`: why it is not possible
    now, in a sentence; blank if it is. `projects(user)`: ids of the person's projects.
    `names(user)`: the person's names in the app, which a deletion removes from all texts.
    Exceptions are `apart`: "app.Model" or "app.Model.field" of data about no person (content to
    rate, and how), of another person, or handled by `erase`. `about`: a lookup from "app.Model" to
    the person, where no chain of foreign keys leads there.
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
    """Return every app's, the highest app first, so that each erases what rests on lower ones
    before these do."""
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
