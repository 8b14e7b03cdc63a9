"""Models of how people come to a batch, and of the outcomes that panels are told."""

from recruiting.models.guests import ConfirmedAddress, Guest, Newcomer
from recruiting.models.panels import Panel, PanelPerson, Unproven
from recruiting.models.sittings import Outcome, Sitting
