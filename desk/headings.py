"""The headings of a table's columns."""

from dataclasses import dataclass
from typing import Final

from django.utils.html import format_html
from django.utils.safestring import SafeString

UNSEEN: Final = "visually-hidden"


@dataclass(frozen=True)
class Heading:
    """The heading of a column: `kind` is its class, `small` a second line below it."""

    label: object
    kind: str = ""
    small: object = ""

    def cell(self) -> SafeString:
        if not str(self.label):
            return SafeString("<td></td>")
        small = format_html("<small>{}</small>", self.small) if self.small else ""
        words: object = self.label
        if self.kind == UNSEEN:
            words = format_html('<span class="{}">{}</span>', UNSEEN, self.label)
        return format_html(
            '<th scope="col"{}>{}{}</th>',
            format_html(' class="{}"', self.kind) if words is self.label and self.kind else "",
            words,
            small,
        )
