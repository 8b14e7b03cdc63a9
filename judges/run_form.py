"""What all forms of a judge run share: the field for the model's parameters, one per line, and the
check that a prompt template suits the batch."""

from django import forms
from django.utils.translation import gettext_lazy as _

from core.errors import DocumentError
from hits.models import Batch
from judges.prompts.prompting import template_of
from judges.run_settings import SettingsField
from surveys.models import PromptTemplate


class RunForm(forms.ModelForm):
    """The base class of forms for a judge run."""

    parameters = SettingsField(
        required=False,
        label=_("Model settings"),
        help_text=_(
            "One setting per line, named as in the provider’s API, for example temperature = 0"
        ),
    )

    def check_template(self, batch: Batch, template: PromptTemplate) -> None:
        """Set the run's template. If the template does not suit the batch, add an error to the
        form's field."""
        self.instance.batch, self.instance.template = batch, template
        try:
            template_of(self.instance)
        except DocumentError as error:
            self.add_error("template", str(error))
