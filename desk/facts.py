"""Facts about an object for a page, each with a label and a value."""

from collections.abc import Iterable, Iterator

from django.db.models import Model
from django.utils.text import capfirst
from django.utils.translation import gettext as _

BLANK: tuple[object, ...] = (None, "", [])


def facts_of(row: Model, names: Iterable[str]) -> Iterator[tuple[str, object]]:
    """Yield the label and the value of each of these fields that is not blank."""
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
