"""The declarations of the personal data that each app stores.

An app with personal data declares it as `KEEPER` in its module `keeps`, which is found
automatically. Every foreign key to a person or an enrolment is in the `fields` of a keeper, with
the effect of a deletion on it. A test fails if a foreign key is missing.
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
    """A table in a person's download: the name of its file without `.csv`, and its rows."""

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
    """One app's declaration of the personal data that it stores.

    `fields` says GOES, BLANKED or STAYS for each "app.Model.field" that refers to a person or an
    enrolment, except those in DONE_BY. `goes` and `stays` describe the deleted and kept data, in a
    sentence each. `erase(user, texts)` deletes the data in the deletion's transaction, with `texts`
    also free texts, and returns the number of changed rows per kind. `against(user)` returns why
    deletion is not possible now, as a sentence, or "". `projects(user)` returns ids of the person's
    projects. `names(user)` returns the person's names in the app, which a deletion removes from all
    texts. `apart` lists exceptions, as "app.Model" or "app.Model.field": data about no one (content
    to rate), about someone else, or handled by `erase`. `about` maps "app.Model" to a lookup for
    the person if no foreign keys lead there.
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
    """Return all keepers, the highest app first, so that each app deletes its rows before the rows
    that they refer to are deleted."""
    modules = [
        import_module(f"{config.name}.{MODULE}")
        for config in apps.get_app_configs()
        if module_has_submodule(config.module, MODULE)
    ]
    every: list[Keeper] = [module.KEEPER for module in modules if hasattr(module, "KEEPER")]
    return every[::-1]


def projects_of_person(user: "User") -> set[int]:
    """Return the ids of the projects where any app has data about the person."""
    return {pk for keeper in keepers() for pk in keeper.projects(user)}
