"""SQL that earns its place, in files of its own: `hits/queue/sql/claim.sql` and the like.

A file holds named statements, and fragments of them, each under a line `-- name: lock`. Comment
lines say what plan a statement needs; they are not sent. Values are psycopg's named parameters,
`%(batch)s`. Where SQL is put together from parts (the states of `hits.states`, a condition, a list
of columns) a named placeholder in braces, `{answered}`, says where, and `load` takes the part by
that name. Parts are SQL, never a value: what a researcher named, a column say, is quoted before.
"""

import re
from datetime import date
from decimal import Decimal
from functools import cache, lru_cache
from pathlib import Path
from uuid import UUID

# A value that a statement takes; a date is one with its time too.
SQLScalar = str | bytes | float | Decimal | date | UUID
SQLValue = SQLScalar | tuple[object, ...] | list[int] | list[str] | None

ROOT = Path(__file__).parents[2]
NAME = re.compile(r"(?m)^-- name: (\w+)\n")
COMMENT = re.compile(r"(?m)^\s*--.*\n?")
PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")


@lru_cache(maxsize=512)
def load(path: str, name: str, **parts: str) -> str:
    """Return the statement `name` of the file at `path` (from the project's root), its placeholders
    filled.

    Parts that it does not name are left alone, so that a group of them can be given to every
    statement. KeyError for a name that the file lacks, and for a placeholder that gets no part.
    """
    return PLACEHOLDER.sub(lambda placeholder: parts[placeholder[1]], _statements(path)[name])


@cache
def _statements(path: str) -> dict[str, str]:
    """Return each name's text, without comments."""
    _head, *pieces = NAME.split((ROOT / path).read_text(encoding="utf-8"))
    names, texts = pieces[::2], pieces[1::2]
    if len(set(names)) < len(names):
        raise ValueError(f"{path} gives a name twice.")
    return {name: COMMENT.sub("", text).strip() for name, text in zip(names, texts, strict=True)}
