"""To researchers: every HIT of a batch has its answers. Values: batch."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from people.notices.kind import Kind


def _title(values: Mapping[str, object]) -> str:
    return _("%(batch)s is done") % values


def _text(values: Mapping[str, object]) -> str:
    return _("All HITs of %(batch)s have their responses. Review them here:") % values


KIND = Kind("batch_done", True, gettext_lazy("A batch is done"), _title, _text)
