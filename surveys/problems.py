"""Problems that several parts of a rubric report: a name not on a list, a name declared twice."""

from collections.abc import Iterable, Sequence

from core.errors import Problem


def not_among(path: str, wanted: Iterable[str], allowed: Sequence[str], what: str) -> list[Problem]:
    """Return a problem at `path` for each of `wanted` that is not among `allowed`; `what` is the
    word for one of them."""
    remedy = f"Use one of {list(allowed)}."
    return [
        Problem(f"`{key}` is no {what}.", path, remedy=remedy)
        for key in wanted
        if key not in allowed
    ]


def declared_twice(path: str, names: Sequence[str | int], *, key: str = "") -> list[Problem]:
    """Return a problem for each entry of the list at `path` that repeats an earlier name.

    `key` is the field that names the entries; blank if the entries are the names.
    """
    remedy = "Keys must differ: rename one." if key == "key" else "Change or remove one."
    tail = [key] if key else []
    return [
        Problem(f"`{name}` is declared twice.", ".".join([path, str(index), *tail]), remedy=remedy)
        for index, name in enumerate(names)
        if name in names[:index]
    ]
