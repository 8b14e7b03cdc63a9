"""The list of available formats, and the writing of a batch's file in one of these formats."""

import tempfile
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import IO

from django.utils.translation import gettext as _

from analysis.writers import formats
from analysis.writers.interface import Study, Tool
from core.errors import RateroomError
from hits.batches.unveiling import sees_means
from hits.models import Batch
from people.acts import record
from people.models import Act, User


@cache
def tools() -> Mapping[str, Tool]:
    names = sorted(module.name for module in iter_modules(formats.__path__))
    modules = [import_module(f"{formats.__name__}.{name}") for name in names]
    return {module.TOOL.name: module.TOOL for module in modules}


def is_hidden(batch: Batch, tool: Tool, user: User) -> bool:
    """Return whether the file contains means by system that are still hidden from this person."""
    return tool.has_means and not sees_means(batch, user)


def open_file(batch: Batch, tool: Tool, *, by: User) -> IO[bytes]:
    """Write the batch's file, record who downloaded it, and return it open at its start. Raises
    RateroomError if there are no ratings. Check `is_hidden` first."""
    study = Study.of(batch)
    if not study.frame.value.size:
        raise RateroomError(_("No responses yet."))
    file = tempfile.TemporaryFile()  # noqa: SIM115  # closed with the response
    tool.write(study, file)
    record(by, Act.Verb.EXPORTED, batch, after={"file": tool.name})
    file.seek(0)
    return file
