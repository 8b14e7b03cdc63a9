"""Finding the classes that the modules of a package define."""

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from inspect import getmembers, isclass


def classes_in(package: str) -> Iterator[type]:
    """Yield the classes that the package's modules define, sorted by module and name."""
    for each in pkgutil.iter_modules(import_module(package).__path__):
        module = import_module(f"{package}.{each.name}")
        for _name, member in getmembers(module, isclass):
            if member.__module__ == module.__name__:
                yield member
