"""Section kinds. A new kind is one module here, its line in `AnySection`, and `templates/kinds/<kind>.html`."""

from typing import Annotated

from pydantic import Field

from surveys.kinds.checklist import ChecklistSection
from surveys.kinds.choice import ChoiceSection
from surveys.kinds.preference import PreferenceSection
from surveys.kinds.scale import ScaleSection
from surveys.kinds.text import TextSection

AnySection = Annotated[
    ChoiceSection | ScaleSection | PreferenceSection | ChecklistSection | TextSection, Field(discriminator="kind")
]
