"""The contents that an import found in a file from another tool."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from stimuli.models import DatasetImport
from stimuli.readers import interface

REASONS: Mapping[str, str | Promise] = {
    interface.ERROR: _("The tool reported an error"),
    interface.NO_OUTPUT: _("No output"),
    interface.REPEAT: _("Duplicate with different content"),
    interface.TOO_LONG: _("Text too long"),
    interface.SCORE: _("Score is not a number"),
    interface.MEDIA: _("Picture, sound or file in a message"),
}


@dataclass(frozen=True)
class LeftOut:
    """A reason why records or scores were left out, and how many were left out for it."""

    why: str | Promise
    number: int


def contents_of(record: DatasetImport) -> dict[str, Any]:
    """Return the contents that the import found, with the reasons for records left out. The result
    is empty for a table."""
    if not record.contents:
        return {}
    left_out: Sequence[LeftOut] = [
        LeftOut(REASONS.get(reason, reason), number)
        for reason, number in record.contents["left_out"].items()
    ]
    return {**record.contents, "left_out": left_out}
