"""To annotators: answers of theirs were decided on. Values: batch, approved, rejected."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from people.notices.kind import Kind


def _title(values: Mapping[str, object]) -> str:
    return _("Your answers in %(batch)s were reviewed") % values


def _text(values: Mapping[str, Any]) -> str:
    parts = []
    if values["approved"]:
        parts.append(
            ngettext(
                "%(approved)d was approved and is paid.",
                "%(approved)d were approved and are paid.",
                values["approved"],
            )
            % values
        )
    if values["rejected"]:
        parts.append(
            ngettext(
                "%(rejected)d was rejected. You can read the reason and appeal on the page below.",
                "%(rejected)d were rejected. You can read the reasons and appeal on the page "
                "below.",
                values["rejected"],
            )
            % values
        )
    return " ".join([_("Your responses in %(batch)s:") % values, *parts])


KIND = Kind("decision", False, gettext_lazy("My answers are approved or rejected"), _title, _text)
