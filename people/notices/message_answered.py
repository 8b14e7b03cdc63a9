"""To annotators: a researcher has written back. Values: batch."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from people.notices.kind import Kind


def _title(values: Mapping[str, object]) -> str:
    return _("A reply about %(batch)s") % values


def _text(values: Mapping[str, object]) -> str:
    return _("The researcher of %(batch)s has written to you. Read it here:") % values


KIND = Kind("message_answered", False, gettext_lazy("A researcher writes to me"), _title, _text)
