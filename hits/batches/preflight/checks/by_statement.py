"""Checks that run one SQL statement: for empty, short or duplicate outputs, and for small or
duplicate media."""

from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from hits.batches.preflight.base import Finding, StatementCheck


class EmptyOutputs(StatementCheck):
    """A check for outputs without a letter or digit, which no one can rate."""

    name = "empty_outputs"
    statement = "empty"

    def words(self, finding: Finding) -> tuple[str, str]:
        title = ngettext("%(count)d output is empty", "%(count)d outputs are empty", finding.rows)
        return title % {"count": finding.rows}, ""


class DoubledOutputs(StatementCheck):
    """A check for outputs with the same text as another output of the same item or system."""

    name = "doubled_outputs"
    statement = "doubled"
    limits: ClassVar = {"characters": 20}  # shorter outputs can be the same by chance

    def words(self, finding: Finding) -> tuple[str, str]:
        title = ngettext(
            "%(count)d output appears twice", "%(count)d outputs appear twice", finding.rows
        )
        return title % {"count": finding.rows}, _(
            "The same text appears for two systems or for two items."
        )


class ShortOutputs(StatementCheck):
    """A check for outputs of one or two words, which can be the remains of a truncated text."""

    name = "short_outputs"
    statement = "short"
    limits: ClassVar = {"words": 3, "characters": 20}

    def words(self, finding: Finding) -> tuple[str, str]:
        title = ngettext(
            "%(count)d output has only a word or two",
            "%(count)d outputs have only a word or two",
            finding.rows,
        )
        return title % {"count": finding.rows}, ""


class DuplicateMedia(StatementCheck):
    """A check for items that share a file (by SHA-256) with another item, because annotators would
    rate the same content twice."""

    name = "duplicate_media"
    statement = "duplicate_media"

    def words(self, finding: Finding) -> tuple[str, str]:
        title = ngettext(
            "%(count)d item shows the same files as another item",
            "%(count)d items show the same files as other items",
            finding.items,
        )
        return title % {"count": finding.items}, ""


class SmallMedia(StatementCheck):
    """A check for images and videos whose shorter side has too few pixels. On a page, they would be
    blurred or tiny."""

    name = "small_media"
    statement = "small_media"
    limits: ClassVar = {"pixels": 200}

    def words(self, finding: Finding) -> tuple[str, str]:
        title = ngettext(
            "%(count)d picture or clip is very small",
            "%(count)d pictures or clips are very small",
            finding.rows,
        )
        text = _("The shorter side has fewer than %(pixels)d pixels.")
        return title % {"count": finding.rows}, text % self.limits
