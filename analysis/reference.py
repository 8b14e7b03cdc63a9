"""The reference of statistics in the documentation: the report's statistics about each judge, and
the functions that compute them."""

import inspect
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from types import FunctionType, ModuleType

from analysis import statistics
from analysis.comparison.catalogue import AMONG_PEOPLE, AT, NOMINAL, OF_TURNS, STATISTICS
from core.reference import table

AIMS = {"rating": "single ratings", "mean": "the mean of people"}


def statistics_reference() -> str:
    """Return the reference as Markdown: the report's statistics, then the modules of
    `analysis.statistics` with their functions."""
    return "\n\n".join(["## A judge compared with people", _compared(), *_agreement(), *_modules()])


def _compared() -> str:
    rows = [
        (
            f"`{name}`",
            each.title + (f", {AT[each.at]}" if each.at else ""),
            "all" if name in NOMINAL else "turns" if name in OF_TURNS else "ordinal, interval",
            AIMS[each.aim],
            each.n,
            each.best,
            each.undefined.removeprefix("not estimable: "),
        )
        for name, each in STATISTICS.items()
    ]
    heads = ("key", "statistic", "levels", "compared with", "n counts", "best", "missing if")
    return table(heads, rows)


def _agreement() -> Iterator[str]:
    yield "## Agreement between people"
    yield table(("key", "statistic"), [(f"`{key}`", name) for key, name in AMONG_PEOPLE.items()])


def _modules() -> Iterator[str]:
    yield "## Functions"
    for entry in walk_packages(statistics.__path__, f"{statistics.__name__}."):
        module = import_module(entry.name)
        functions = [(f"`{each.__name__}`", _first(each)) for each in _functions(module)]
        if functions:
            yield f"### `{entry.name.removeprefix('analysis.statistics.')}`"
            yield _first(module)
            yield table(("function", "returns"), functions)


def _functions(module: ModuleType) -> Iterator[FunctionType]:
    for name, each in vars(module).items():
        is_its_own = isinstance(each, FunctionType) and each.__module__ == module.__name__
        if is_its_own and not name.startswith("_"):
            yield each


def _first(described: object) -> str:
    return (inspect.getdoc(described) or "").partition("\n\n")[0]
