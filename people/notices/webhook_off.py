"""To researchers: a web hook was switched off, as nothing gets through. Values: webhook, project,
gone (the receiver said that it is gone), days."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from people.notices.kind import Kind


def _title(values: Mapping[str, object]) -> str:
    return _("%(project)s: the webhook %(webhook)s is switched off") % values


def _text(values: Mapping[str, object]) -> str:
    because = (
        _("Its receiver says that it is gone for good (410).")
        if values["gone"]
        else _("Nothing has got through to its receiver for %(days)d days.") % values
    )
    remedy = _("Fix the receiver, then switch the webhook on again and resend what failed:")
    return f"{because} {remedy}"


KIND = Kind("webhook_off", True, gettext_lazy("A webhook is switched off"), _title, _text)
