"""The forms of a draft's steps: each a part of the batch, with the batch's own rules."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.utils.translation import gettext_lazy as _

from core.database.form_fields import MinutesField, PercentField
from desk.steps.sittings import clean_sitting
from hits.models import Batch
from hits.terms import Step, names_in
from stimuli.models import Item
from surveys.languages.codes import own_name

MOST_NAMED = 5  # unknown ids in a message


class StepForm(forms.ModelForm):
    """A part of a draft. What does not apply is taken off the form, and so stays as it is."""

    def changes(self) -> dict[str, Any]:
        """The batch's own fields with their new values."""
        return {name: value for name, value in self.cleaned_data.items() if name != "systems"}

    def _update_errors(self, errors: ValidationError) -> None:
        """What is wrong with a field of another step stands above the form."""
        own: dict[str, list[Any]] = {}
        for field, problems in errors.update_error_dict({}).items():
            own.setdefault(field if field in self.fields else NON_FIELD_ERRORS, []).extend(problems)
        super()._update_errors(ValidationError(own))  # type: ignore[misc]


class ComparedForm(StepForm):
    """Which systems take part, how their outputs meet, and which items are drawn."""

    sample_fraction = PercentField(required=False, max_digits=7, decimal_places=4)
    sample_ids = forms.CharField(
        required=False,
        label=_("Item ids"),
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
    )

    class Meta:
        model = Batch
        # The ids are pasted into a field of the form's own.
        fields: ClassVar[list[str]] = [
            "systems",
            *(name for name in names_in(Step.SAMPLE) if name != "sample_ids"),
        ]
        widgets: ClassVar[dict[str, Any]] = {
            "systems": forms.CheckboxSelectMultiple,
            "pairing": forms.RadioSelect,
        }

    def __init__(self, *args: Any, strata: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.strata = strata
        systems = self.instance.dataset.systems.compared()
        for name in ("systems", "pairing_reference"):
            field: Any = self.fields[name]
            field.queryset = systems
        self.initial["sample_ids"] = "\n".join(self.instance.sample_ids or [])
        names = [("", _("Nothing"))] + [(name, name) for name in self.strata]
        self.fields["stratify_by"].widget = forms.Select(choices=names)
        if not self.strata and not self.instance.stratify_by:
            del self.fields["stratify_by"]
        if self.instance.rubric_version.spec.outputs.per_page == 1:
            for name in ("pairing", "pairing_reference", "pairs_per_item"):
                del self.fields[name]

    def clean(self) -> dict[str, Any]:
        """What the chosen rule does not use is blanked, so that it cannot be wrong unseen."""
        cleaned = super().clean() or {}
        rule = cleaned.get("sample_rule")
        if rule != Batch.SampleRule.COUNT:
            cleaned["sample_count"] = None
        if rule != Batch.SampleRule.FRACTION:
            cleaned["sample_fraction"] = None
        for name in ("sample_count", "sample_fraction"):
            if rule == name.removeprefix("sample_") and cleaned.get(name) is None:
                self.add_error(name, _("Say how many items, or choose another rule."))
        if rule in {Batch.SampleRule.ALL, Batch.SampleRule.LIST} and "stratify_by" in self.fields:
            cleaned["stratify_by"] = ""
        # Not a field of the model's form, as it is a list: the constraint reads it from the batch.
        cleaned["sample_ids"] = self._ids() if rule == Batch.SampleRule.LIST else None
        self.instance.sample_ids = cleaned["sample_ids"]
        return cleaned

    def _ids(self) -> list[str]:
        """The pasted ids, each once; those that no item has are told."""
        pasted = self.cleaned_data.get("sample_ids") or ""
        ids = list(dict.fromkeys(line.strip() for line in pasted.splitlines() if line.strip()))
        items = Item.objects.filter(dataset=self.instance.dataset_id, external_id__in=ids)
        unknown = set(ids) - set(items.values_list("external_id", flat=True))
        if not ids:
            self.add_error("sample_ids", _("Paste the ids, one a line, or choose another rule."))
        if unknown:
            problem = _("No item has these ids: %(ids)s") % {
                "ids": ", ".join(sorted(unknown)[:MOST_NAMED])
            }
            self.add_error("sample_ids", problem)
        return ids


class PeopleForm(StepForm):
    """Who works, for how much, and in which time."""

    expected_seconds = MinutesField(
        min_value=0, max_digits=8, decimal_places=2, label=_("Expected time for one HIT")
    )
    allotted_seconds = MinutesField(
        min_value=0, max_digits=8, decimal_places=2, label=_("Time allotted to one HIT")
    )
    fee_rate = PercentField(
        label=_("Panel’s fee on the reward"),
        max_digits=5,
        decimal_places=2,
        required=False,
        or_nothing=True,
        help_text=_("For example 42.8. It is fixed when the batch is published."),
    )
    work_by = forms.ChoiceField(
        label=_("Handed out and paid"),
        choices=[("hit", _("HIT by HIT")), ("sitting", _("By the sitting of several HITs"))],
        required=False,
    )
    sitting_reward = forms.DecimalField(
        label=_("Reward for one sitting"),
        min_value=0,
        max_digits=8,
        decimal_places=2,
        required=False,
    )

    class Meta:
        model = Batch
        fields: ClassVar[list[str]] = names_in(Step.PEOPLE)
        widgets: ClassVar[dict[str, Any]] = {
            "description": forms.Textarea(attrs={"rows": 2}),
            "consent_text": forms.Textarea(attrs={"rows": 5}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["work_by"] = "hit" if self.instance.sitting_hits is None else "sitting"
        self.initial["sitting_reward"] = self.instance.sitting_reward
        for name in ("reward", "sitting_paid_from", "most_sittings"):
            self.fields[name].required = False
        languages = self.instance.rubric_version.spec.languages
        if len(languages) > 1:
            names = [
                ("", _("Each annotator's own")),
                *((code, own_name(code)) for code in languages),
            ]
            self.fields["language"].widget = forms.Select(choices=names)
        else:
            del self.fields["language"]
        if self.instance.systems.count() == 1:
            del self.fields["order_of_work"]

    def clean(self) -> dict[str, Any]:
        """Without a completion code nothing of one is kept, and without sittings nothing of
        them."""
        cleaned = super().clean() or {}
        if cleaned.pop("work_by", "") == "sitting":
            clean_sitting(self, cleaned)
        else:
            cleaned |= {"sitting_hits": None, "sitting_paid_from": 1, "most_sittings": 1}
            if cleaned.get("reward") is None and "reward" not in self.errors:
                self.add_error("reward", self.fields["reward"].error_messages["required"])
        cleaned.pop("sitting_reward", None)
        if cleaned.get("completion") == Batch.Completion.NONE:
            cleaned |= {"completion_code": "", "completion_url": "", "code_after": None}
        elif cleaned.get("completion") == Batch.Completion.DRAWN:
            cleaned["completion_code"] = ""
        return cleaned
