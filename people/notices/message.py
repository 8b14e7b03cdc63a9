"""To researchers: an annotator has written. Values: batch, pseudonym."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from people.notices.kind import Kind


def _title(values: Mapping[str, object]) -> str:
    return _("A message about %(batch)s") % values


def _text(values: Mapping[str, object]) -> str:
    return _("%(pseudonym)s, who works in %(batch)s, has written to you. Read and answer:") % values


KIND = Kind("message", True, gettext_lazy("An annotator writes to me"), _title, _text)
