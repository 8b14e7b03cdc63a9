"""Names of the ways that people arrive by."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from hits.models import Enrolment
from recruiting.models import Panel

OWN_WAYS: Mapping[str, str | Promise] = {
    "account": _("Account"),
    "link": _("Link"),
    "prolific": "Prolific",
}


def panels_of(batch_id: int) -> Mapping[str, Panel]:
    """Return the batch's panels by the channels of those who come from them."""
    return {panel.channel: panel for panel in Panel.objects.filter(batch=batch_id)}


def way_in_words(channel: str, panels: Mapping[str, Panel]) -> str | Promise:
    panel = panels.get(channel)
    return panel.name if panel else OWN_WAYS.get(channel, channel)


def way_of(enrolment: Enrolment) -> str | Promise:
    """Asks the database only for who came from a panel of a row of settings."""
    own = OWN_WAYS.get(enrolment.channel)
    return own or way_in_words(enrolment.channel, panels_of(enrolment.batch_id))
