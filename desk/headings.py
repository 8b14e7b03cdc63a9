"""Column headings of tables, and facts about an object as pairs of label and value."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from django.db.models import Model
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _

BLANK: tuple[object, ...] = (None, "", [])


def facts_of(row: Model, names: Iterable[str]) -> Iterator[tuple[str, object]]:
    """Yield the label and the value of each field in `names` that has a value, in readable form."""
    words = {field.name: field.verbose_name for field in row._meta.fields}
    for name in names:
        value = getattr(row, name)
        if value in BLANK:
            continue
        if hasattr(row, f"get_{name}_display"):
            value = getattr(row, f"get_{name}_display")()
        elif isinstance(value, bool):
            value = _("Yes") if value else _("No")
        elif isinstance(value, list):
            value = ", ".join(map(str, value))
        yield str(capfirst(words[name])), value


UNSEEN: Final = "visually-hidden"


@dataclass(frozen=True)
class Heading:
    """A column heading. `kind` is its CSS class, and `small` is its second line."""

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
