"""Phrases that say how people came to a batch: with an account, through a link, or from a panel."""

from collections.abc import Mapping

from django.db.models import Count
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from analysis.report.findings import counted
from hits.models import Batch, Enrolment
from recruiting.models import Panel

OWN_WAYS: Mapping[str, str | Promise] = {
    "account": _("Account"),
    "link": _("Link"),
    "prolific": "Prolific",
}


def panels_of(batch_id: int) -> Mapping[str, Panel]:
    """Return the batch's panels by channel."""
    return {panel.channel: panel for panel in Panel.objects.filter(batch=batch_id)}


def way_in_words(channel: str, panels: Mapping[str, Panel]) -> str | Promise:
    panel = panels.get(channel)
    return panel.name if panel else OWN_WAYS.get(channel, channel)


def way_of(enrolment: Enrolment) -> str | Promise:
    """Return a phrase that says how the person came. For people with an account, from a link or
    from Prolific, no query is executed."""
    own = OWN_WAYS.get(enrolment.channel)
    return own or way_in_words(enrolment.channel, panels_of(enrolment.batch_id))


# The same names, as they are written in a paper.
IN_A_PAPER: Mapping[str, str] = {
    "account": "with an account on the site",
    "link": "through a link that the researchers gave out",
    "prolific": "from Prolific",
}


def recruitment(batch: Batch) -> str:
    """Return a sentence for a paper that says how many people came to the batch in each way. Return
    "" if no one came."""
    parts = Enrolment.objects.filter(batch=batch).order_by().values("channel")
    channels = parts.annotate(people=Count("pk")).values_list("channel", "people")
    panels = panels_of(batch.pk)
    ways = [
        f"{counted(people, 'person')} "
        f"{IN_A_PAPER.get(channel) or f'from “{way_in_words(channel, panels)}”'}"
        for channel, people in sorted(channels)
    ]
    return f"People who came to the study: {'; '.join(ways)}." if ways else ""
