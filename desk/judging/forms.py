"""What a judge run over one batch asks, of whom, and what it may cost."""

from typing import Any, ClassVar

from django.utils.translation import gettext as _

from hits.models import Batch
from judges.models import JudgeEndpoint, JudgeRun
from judges.run_form import RunForm
from surveys.models import PromptTemplate

# What a new run takes over from the project's last one.
TAKEN_OVER = ("endpoint", "model", "price_in", "price_out", "parameters")


class JudgeForm(RunForm):
    """A run over `batch`. What does not apply to its rubric is taken off the form."""

    class Meta:
        model = JudgeRun
        fields: ClassVar[list[str]] = [
            "endpoint",
            "model",
            "name",
            "template",
            "orders",
            "samples",
            "hits_limit",
            "frames",
            "parameters",
            "price_in",
            "price_out",
            "cost_cap",
            "token_cap",
        ]

    def __init__(self, *args: Any, batch: Batch, **kwargs: Any) -> None:
        kwargs.setdefault("instance", JudgeRun(batch=batch))
        kwargs.setdefault("initial", first_values(batch))
        super().__init__(*args, **kwargs)
        fields: Any = self.fields
        fields["endpoint"].required = True
        fields["endpoint"].queryset = JudgeEndpoint.objects.filter(project=batch.project_id)
        fields["template"].queryset = PromptTemplate.objects.filter(
            project=batch.project_id, rubric=batch.rubric_version.rubric_id
        )
        fields["template"].empty_label = _("made from the rubric")
        for name in _not_applying(batch):
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


def _not_applying(batch: Batch) -> list[str]:
    rubric = batch.rubric_version.spec
    has_clips = any(need.type == "video" for need in rubric.fields())
    names = {"orders": rubric.outputs.per_page > 1, "frames": has_clips}
    return [name for name, applies in names.items() if not applies]


def first_values(batch: Batch) -> dict[str, Any]:
    """What the form begins with: as the project's last run, under a name that is free."""
    last = JudgeRun.objects.filter(batch__project=batch.project_id).order_by("-pk").first()
    values = {name: getattr(last, name) for name in TAKEN_OVER} if last else {}
    if last is None or last.endpoint is None:
        values["endpoint"] = JudgeEndpoint.objects.filter(project=batch.project_id).first()
    names = set(batch.judge_runs.values_list("name", flat=True))
    numbered = (_("Run %(number)d") % {"number": number} for number in range(1, len(names) + 2))
    return values | {
        "name": next(name for name in numbered if name not in names),
        "samples": 1,
        "frames": 0,
        "orders": JudgeRun.Orders.GIVEN,
    }
