"""Presets for known panels: the URL parameters that each panel sends, and the completion URL where
people are sent at the end."""

from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Preset:
    """The initial settings of a panel.

    `filled_in` contains placeholders that the panel replaces with the values of parameters, if the
    panel's URL needs placeholders. `address` is the URL that people are redirected to when they
    have finished. `note` says what the researcher needs to add.
    """

    name: str
    person: str
    session: str = ""
    others: tuple[str, ...] = ()
    filled_in: dict[str, str] = field(default_factory=dict)
    address: str = ""
    note: str | Promise = ""


PRESETS = {
    "connect": Preset(
        "CloudResearch Connect",
        person="participantId",
        session="assignmentId",
        others=("projectId",),
        address="https://connect.cloudresearch.com/participant/project/{projectId}/complete",
        note=_(
            "If your project has a fixed code, leave the address blank and enter the code instead."
        ),
    ),
    "sona": Preset(
        "SONA",
        person="survey_code",
        filled_in={"survey_code": "%SURVEY_CODE%"},
        note=_(
            "Paste your study’s completion address from SONA, with {survey_code} in place of the "
            "code. SONA gives credit, so the reward can be 0."
        ),
    ),
    "besample": Preset(
        "Besample",
        person="response_id",
        note=_("Paste the completion address that Besample gives you."),
    ),
    "microworkers": Preset(
        "Microworkers",
        person="worker",
        others=("campaign",),
        note=_("Enter the VCODE of your campaign as the code."),
    ),
    "clickworker": Preset(
        "Clickworker", person="user_id", note=_("Enter the code that your order asks for.")
    ),
}
