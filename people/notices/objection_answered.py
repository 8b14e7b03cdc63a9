"""To annotators: their objection was answered. Values: batch, granted, answer."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from people.notices.kind import Kind


def _title(values: Mapping[str, object]) -> str:
    return _("Your appeal in %(batch)s was answered") % values


def _text(values: Mapping[str, Any]) -> str:
    outcome = (
        _("Upheld. Your responses in %(batch)s count and are paid.")
        if values["granted"]
        else _("Dismissed. Your responses in %(batch)s stay rejected.")
    )
    return "\n\n".join(part for part in (outcome % values, values["answer"]) if part)


KIND = Kind("objection_answered", False, gettext_lazy("My appeal is decided"), _title, _text)
