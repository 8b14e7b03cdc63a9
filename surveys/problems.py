"""Problems that several parts of a rubric report: names that are not allowed, and names that are
declared twice."""

from collections.abc import Iterable, Sequence

from core.errors import Problem


def not_among(path: str, wanted: Iterable[str], allowed: Sequence[str], what: str) -> list[Problem]:
    """Return a problem at `path` for each name in `wanted` that is not in `allowed`. `what` is what
    the message calls such a name, for example "criterion"."""
    remedy = f"Use one of {list(allowed)}." if allowed else "Declare one, or remove this key."
    article = "an" if what[0] in "aeiou" else "a"
    return [
        Problem(f"`{key}` is not {article} {what}.", path, remedy=remedy)
        for key in wanted
        if key not in allowed
    ]


def declared_twice(path: str, names: Sequence[str | int], *, key: str = "") -> list[Problem]:
    """Return a problem for each entry of the list at `path` that repeats the name of an earlier
    entry.

    `key` is the field with the name of an entry, or "" if the entries themselves are names.
    """
    remedy = "Rename one of them." if key == "key" else "Change or remove one of them."
    tail = [key] if key else []
    return [
        Problem(f"`{name}` is declared twice.", ".".join([path, str(index), *tail]), remedy=remedy)
        for index, name in enumerate(names)
        if name in names[:index]
    ]
