"""Declarations of the personal data that apps store.

An app with personal data has a `KEEPER` in its module `keeps`, which is found automatically. Every
foreign key to a person or an enrolment must be in the `fields` of a keeper, which says what a
deletion does to it. A test fails if a foreign key is missing.
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
BLANKED = "blanked"  # identifying data are removed from the rows
STAYS = "stays"  # the rows refer to an account without name, address and login
# Fields with these names record who acted as a researcher, and stay in every app. People with a
# role are not deleted, and earlier acts refer to an account without a name.
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
    """A table in a person's data download: the name of its file without `.csv`, and a function that
    returns its rows."""

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
    """The personal data that one app stores.

    `fields` maps each foreign key to a person or an enrolment, as "app.Model.field", to GOES,
    BLANKED or STAYS. Only fields in DONE_BY are left out. `goes`, `goes_with_texts` and `stays` are
    sentences about the data that is deleted, deleted with free texts, and kept.

    `erase(user, texts)` deletes the data within the deletion's transaction, and free texts too if
    `texts` is true. It returns the number of changed rows by kind. `against(user)` returns why
    deletion is not possible now, or "". `projects(user)` returns the ids of the person's projects.
    `names(user)` returns the person's names in the app, which a deletion removes from all texts.

    `apart` lists models and columns that this removal skips, as "app.Model" or "app.Model.field".
    They are about no one (such as content to rate) or someone else, or `erase` handles them.
    `about` maps "app.Model" to a lookup of the person, if no foreign key leads to the person.
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
    """Return all keepers, in the reverse order of the installed apps. Rows are therefore deleted
    before the rows of other apps that they refer to."""
    modules = [
        import_module(f"{config.name}.{MODULE}")
        for config in apps.get_app_configs()
        if module_has_submodule(config.module, MODULE)
    ]
    every: list[Keeper] = [module.KEEPER for module in modules if hasattr(module, "KEEPER")]
    return every[::-1]


def projects_of_person(user: "User") -> set[int]:
    """Return the ids of the projects in which any app has data about the person."""
    return {pk for keeper in keepers() for pk in keeper.projects(user)}
