"""SQL statements in separate files, for example `hits/queue/sql/claim.sql`.

A file contains named statements and fragments, each below a line such as `-- name: lock`. Comment
lines describe a statement's query plan, and are not sent to the server. Values are psycopg's named
parameters, `%(batch)s`.

A placeholder in braces, such as `{answered}`, is replaced with SQL: the states in `hits.states`, a
condition, or a list of columns. `load` takes this SQL as a parameter with the placeholder's name.
It must not contain values, and names that a researcher chose must be quoted first.
"""

import re
from datetime import date
from decimal import Decimal
from functools import cache, lru_cache
from pathlib import Path
from uuid import UUID

# A value that a statement takes; `date` includes datetimes.
SQLScalar = str | bytes | float | Decimal | date | UUID
SQLValue = SQLScalar | tuple[object, ...] | list[int] | list[str] | None

ROOT = Path(__file__).parents[2]
NAME = re.compile(r"(?m)^-- name: (\w+)\n")
COMMENT = re.compile(r"(?m)^\s*--.*\n?")
PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")


@lru_cache(maxsize=512)
def load(path: str, name: str, **parts: str) -> str:
    """Return the statement `name` of the file at `path` (relative to the project's root) with
    `parts` in its placeholders.

    Parts that the statement does not use are ignored, so that all statements can be loaded with the
    same parts. Raises KeyError if the file has no such statement, or if a placeholder has no part.
    """
    return PLACEHOLDER.sub(lambda placeholder: parts[placeholder[1]], _statements(path)[name])


@cache
def _statements(path: str) -> dict[str, str]:
    """Return the statements of the file by name, without comments. Raises ValueError if two have
    the same name."""
    _head, *pieces = NAME.split((ROOT / path).read_text(encoding="utf-8"))
    names, texts = pieces[::2], pieces[1::2]
    if len(set(names)) < len(names):
        raise ValueError(f"{path} gives a name twice.")
    return {name: COMMENT.sub("", text).strip() for name, text in zip(names, texts, strict=True)}
