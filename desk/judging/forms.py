"""What a judge run over one batch asks, of whom, and what it may cost."""

from typing import Any, ClassVar

from django.utils.translation import gettext as _

from hits.models import Batch
from judges.models import JudgeRun
from judges.run_form import RunForm
from judges.runs.planning import PLANNED, endpoints_for, first_values, not_applying, templates_for


class JudgeForm(RunForm):
    """A run over `batch`. What does not apply to its rubric is taken off the form."""

    class Meta:
        model = JudgeRun
        fields: ClassVar[list[str]] = list(PLANNED)

    def __init__(self, *args: Any, batch: Batch, **kwargs: Any) -> None:
        kwargs.setdefault("instance", JudgeRun(batch=batch))
        kwargs.setdefault("initial", first_values(batch))
        super().__init__(*args, **kwargs)
        fields: Any = self.fields
        fields["endpoint"].required = True
        fields["endpoint"].queryset = endpoints_for(batch)
        fields["template"].queryset = templates_for(batch)
        fields["template"].empty_label = _("made from the rubric")
        for name in not_applying(batch):
            del fields[name]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("template"):
            self.check_template(self.instance.batch, cleaned["template"])
        return cleaned

    def _get_validation_exclusions(self) -> set[str]:
        """With the batch, so that a name that is taken is told at its field."""
        return super()._get_validation_exclusions() - {"batch"}  # type: ignore[misc]

    def planned(self) -> JudgeRun:
        """The run as far as the form makes sense, for a look at it."""
        chosen = self.cleaned_data if self.is_bound and self.errors is not None else self.initial
        values = {name: value for name, value in chosen.items() if name in self.fields}
        return JudgeRun(batch=self.instance.batch, state=JudgeRun.State.READY, **values)
