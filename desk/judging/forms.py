"""The form for a judge run on one batch: its questions, its judge and its cost limits."""

from collections.abc import Collection
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from hits.models import Batch
from judges.models import JudgeRun
from judges.run_form import RunForm
from judges.runs.planning import PLANNED, endpoints_for, first_values, not_applying, templates_for
from surveys.prompts.narrowing import judged_criteria


class JudgeForm(RunForm):
    """The form for a judge run on `batch`. Fields that do not apply to its rubric are left out."""

    criteria = forms.MultipleChoiceField(
        required=False, label=gettext_lazy("Criteria"), widget=forms.CheckboxSelectMultiple
    )

    class Meta:
        model = JudgeRun
        fields: ClassVar[list[str]] = list(PLANNED)

    def __init__(self, *args: Any, batch: Batch, **kwargs: Any) -> None:
        kwargs.setdefault("instance", JudgeRun(batch=batch))
        kwargs.setdefault("initial", first_values(batch))
        super().__init__(*args, **kwargs)
        fields: Any = self.fields
        fields["endpoint"].queryset = endpoints_for(batch)
        fields["template"].queryset = templates_for(batch)
        fields["template"].empty_label = _("Default template from the rubric")
        criteria = judged_criteria(batch.rubric_version.spec)
        fields["criteria"].choices = [(each.key, each.title) for each in criteria]
        for name in not_applying(batch):
            del fields[name]

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        self.instance.criteria = cleaned.get("criteria", [])
        self.instance.per_criterion = cleaned.get("per_criterion", False)
        if cleaned.get("template"):
            self.check_template(self.instance.batch, cleaned["template"])
        return cleaned

    def _get_validation_exclusions(self) -> set[str]:
        """Return the fields that are excluded from validation. The batch is not one of them, so
        that a name that is already used in the batch is reported at the name field."""
        return super()._get_validation_exclusions() - {"batch"}  # type: ignore[misc]

    def planned(self) -> JudgeRun:
        """Return an unsaved run with the form's valid values, for a preview."""
        chosen = self.cleaned_data if self.is_bound and self.errors is not None else self.initial
        values = {name: value for name, value in chosen.items() if name in self.fields}
        return JudgeRun(batch=self.instance.batch, state=JudgeRun.State.READY, **values)


class ChangeForm(JudgeForm):
    """A form for the settings of a judge run that are listed in `names`."""

    class Meta(JudgeForm.Meta):
        fields: ClassVar[list[str]] = [*PLANNED, "structured"]

    def __init__(self, *args: Any, names: Collection[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in set(self.fields) - set(names):
            del self.fields[name]
