"""A person's flags as rows of a table, each with its rule and evidence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from quality.flags import FLAGS


@dataclass(frozen=True)
class FlagRow:
    """A flag with its rule and its evidence."""

    title: str | Promise
    rule: str | Promise
    evidence: str


def flag_rows(stored: Sequence[Mapping[str, Any]]) -> list[FlagRow]:
    """Return the stored flags as rows, in the same order. Flags whose rule no longer exists are
    left out."""
    return [
        FlagRow(flag.title, flag.rule, flag.evidence(each["numbers"]))
        for each in stored
        if (flag := FLAGS.get(each["rule"]))
    ]
