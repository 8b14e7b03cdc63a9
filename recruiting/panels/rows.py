"""Rows for displaying a batch's panels, with their URLs and their maximum cost."""

from dataclasses import dataclass
from decimal import Decimal
from urllib.parse import urlencode

from django.db.models import Count
from django.http import HttpRequest
from django.urls import reverse

from hits.models import Batch, Enrolment
from recruiting.models import Outcome, Panel
from recruiting.panels.presets import PRESETS, Preset
from recruiting.panels.signing import SIGNATURE

EXITS = (Outcome.DONE, Outcome.PART, Outcome.SCREENED_OUT, Outcome.NO_CONSENT, Outcome.FAILED_CHECK)


@dataclass(frozen=True)
class PanelRow:
    """A row of the table of panels. `address` is the URL to enter at the panel. `people` is the
    number of people who came, and `money` is the most that people from the panel can earn."""

    panel: Panel
    address: str
    people: int
    money: Decimal


def panel_rows(request: HttpRequest, batch: Batch) -> list[PanelRow]:
    """Return a row for each of the batch's panels, sorted by name. Executes two queries."""
    panels = list(Panel.objects.filter(batch=batch).order_by("name"))
    came = Enrolment.objects.filter(batch=batch, channel__in=[panel.channel for panel in panels])
    people = dict(came.values_list("channel").annotate(number=Count("pk")))
    return [
        PanelRow(
            panel,
            request.build_absolute_uri(_address_of(panel)),
            people.get(panel.channel, 0),
            panel.most_people * panel.cap * batch.reward,
        )
        for panel in panels
    ]


def _address_of(panel: Panel) -> str:
    """Return the URL to enter at the panel. The parameters have the placeholders of a known panel,
    or "..."."""
    path = reverse("panel_enter", args=[panel.pk])
    preset = next((preset for preset in PRESETS.values() if preset.name == panel.name), None)
    filled_in = preset.filled_in if preset else {}
    signature = [SIGNATURE] if panel.signed_entry else []
    values = {name: filled_in.get(name, "...") for name in [*panel.parameters, *signature]}
    return f"{path}?{urlencode(values, safe='%')}"


def panel_from(batch: Batch, preset: Preset | None) -> Panel:
    """Return a new panel with the settings of a preset. The panel is not stored."""
    panel = Panel(batch=batch)
    if preset is not None:
        panel.name, panel.person_parameter = preset.name, preset.person
        panel.session_parameter, panel.other_parameters = preset.session, list(preset.others)
        if preset.address:
            panel.exits = {Outcome.DONE.value: {"code": "", "address": preset.address}}
    return panel
