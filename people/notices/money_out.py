"""To researchers: money was paid out. Values: project, people, total, currency, name."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from people.notices.kind import Kind


def _title(values: Mapping[str, object]) -> str:
    return _("%(project)s: %(total)s %(currency)s paid out") % values


def _text(values: Mapping[str, Any]) -> str:
    return (
        ngettext(
            "The list %(name)s pays %(people)d person %(total)s %(currency)s:",
            "The list %(name)s pays %(people)d people %(total)s %(currency)s in all:",
            values["people"],
        )
        % values
    )


KIND = Kind("money_out", True, gettext_lazy("Money is paid out"), _title, _text)
