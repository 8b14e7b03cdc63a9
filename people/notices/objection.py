"""To researchers: an annotator objects to a rejection. Values: batch."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from people.notices.kind import Kind


def _title(values: Mapping[str, object]) -> str:
    return _("An appeal in %(batch)s") % values


def _text(values: Mapping[str, object]) -> str:
    return (
        _("An annotator has appealed a rejection in %(batch)s and is waiting for your decision:")
        % values
    )


KIND = Kind("objection", True, gettext_lazy("An annotator has appealed a rejection"), _title, _text)
