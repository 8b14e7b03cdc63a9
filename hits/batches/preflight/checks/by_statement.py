"""Checks that a statement each answers: outputs that are empty, short or doubled, and media that
are small or shown twice."""

from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from hits.batches.preflight.base import Finding, StatementCheck


class EmptyOutputs(StatementCheck):
    """Outputs without a letter or a digit: there is nothing to rate."""

    name = "empty_outputs"
    statement = "empty"

    def words(self, finding: Finding) -> tuple[str, str]:
        title = ngettext("%(count)d output is empty", "%(count)d outputs are empty", finding.rows)
        return title % {"count": finding.rows}, ""


class DoubledOutputs(StatementCheck):
    """Outputs whose words another output of the item, or of the system, has too."""

    name = "doubled_outputs"
    statement = "doubled"
    limits: ClassVar = {"characters": 20}  # what is shorter may well be the same

    def words(self, finding: Finding) -> tuple[str, str]:
        title = ngettext(
            "%(count)d output appears twice", "%(count)d outputs appear twice", finding.rows
        )
        return title % {"count": finding.rows}, _(
            "Two systems have the same text for an item, or one system has it for two items."
        )


class ShortOutputs(StatementCheck):
    """Outputs of a word or two, which may be what is left of a text that was cut."""

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
    """Items that show a file which another item of the sample shows too, by its SHA-256: they would
    be rated as different ones."""

    name = "duplicate_media"
    statement = "duplicate_media"

    def words(self, finding: Finding) -> tuple[str, str]:
        title = ngettext(
            "%(count)d item shows the same files as another",
            "%(count)d items show the same files as others",
            finding.items,
        )
        return title % {"count": finding.items}, ""


class SmallMedia(StatementCheck):
    """Pictures and clips so small that a page shows them blurred, or as a stamp: the shorter side
    has fewer pixels than the limit."""

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
