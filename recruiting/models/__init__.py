"""How people come to a batch, and what a panel was told about them."""

from recruiting.models.guests import Guest
from recruiting.models.newcomers import ConfirmedAddress, Newcomer
from recruiting.models.panels import Panel, PanelPerson, Unproven
from recruiting.models.sittings import Outcome, Sitting
