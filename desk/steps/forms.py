"""The forms of a draft's steps. Each form has some of the batch's fields, and checks the rules for
batches."""

from typing import Any, ClassVar

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from core.database.field_checks import add_errors
from core.database.form_fields import MinutesField, PercentField
from core.errors import FieldsError
from hits.batches.sampling import strata_of
from hits.batches.terms.draft import complete_code, complete_pay, complete_sample, not_applying
from hits.models import Batch
from hits.terms import Step, names_in
from surveys.languages.codes import own_name

BY_HIT = ("cap_per_annotator", "code_after")  # terms without effect if people work by the session


class StepForm(forms.ModelForm):
    """A form for some fields of a draft, without the fields that do not apply to the draft."""

    def take_off(self) -> None:
        """Remove the fields that do not apply to the draft."""
        for name in not_applying(self.instance, self.fields):
            del self.fields[name]

    def changes(self) -> dict[str, object]:
        """Return the submitted values by field name, without the systems."""
        return {name: value for name, value in self.cleaned_data.items() if name != "systems"}

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        try:
            return self.complete(cleaned)
        except FieldsError as error:
            add_errors(self, error)
            return cleaned

    def complete(self, terms: dict[str, object]) -> dict[str, Any]:
        """Return `terms` with the values that the rules for batches derive from them. Raises
        FieldsError if the terms are not valid."""
        raise NotImplementedError

    def validate_constraints(self) -> None:
        """Check the batch's constraints if all fields are valid."""
        if not self.errors:
            super().validate_constraints()

    def _update_errors(self, errors: ValidationError) -> None:
        """Add each error to its field. Errors of fields that belong to other steps are added to the
        form as a whole."""
        own: dict[str, list[object]] = {}
        for field, problems in errors.update_error_dict({}).items():
            own.setdefault(field if field in self.fields else NON_FIELD_ERRORS, []).extend(problems)
        super()._update_errors(ValidationError(own))  # type: ignore[misc]


class ComparedForm(StepForm):
    """The form for the systems, the pairing of their outputs, and the sample of items."""

    sample_fraction = PercentField(required=False, max_digits=7, decimal_places=4)
    sample_ids = forms.CharField(
        required=False,
        label=capfirst(_("item ids")),
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
    )

    class Meta:
        model = Batch
        # The ids are pasted into a field that only the form has.
        fields: ClassVar[list[str]] = [
            "systems",
            *(name for name in names_in(Step.SAMPLE) if name != "sample_ids"),
        ]
        widgets: ClassVar[dict[str, object]] = {
            "systems": forms.CheckboxSelectMultiple,
            "pairing": forms.RadioSelect,
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        systems = self.instance.dataset.systems.compared()
        for name in ("systems", "pairing_reference"):
            field: Any = self.fields[name]
            field.queryset = systems
        self.initial["sample_ids"] = "\n".join(self.instance.sample_ids or [])
        strata = strata_of(self.instance)
        names = [("", _("None"))] + [(name, name) for name in strata]
        self.fields["stratify_by"].widget = forms.Select(choices=names)
        if not strata:
            del self.fields["stratify_by"]
        self.take_off()

    def clean_sample_ids(self) -> list[str]:
        return str(self.cleaned_data["sample_ids"] or "").splitlines()

    def complete(self, terms: dict[str, object]) -> dict[str, Any]:
        complete = complete_sample(self.instance, terms)
        # The list is not a field of the form: the constraint reads it from the batch.
        self.instance.sample_ids = complete["sample_ids"]
        return complete


class ParticipantsForm(StepForm):
    """The form for the title, audience, language, HITs per person, and completion code."""

    class Meta:
        model = Batch
        # The consent has a form of its own.
        fields: ClassVar[list[str]] = [
            name for name in names_in(Step.PEOPLE) if name != "consent_text"
        ]
        widgets: ClassVar[dict[str, Any]] = {
            "audience": forms.RadioSelect,
            "description": forms.Textarea(attrs={"rows": 2}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = [
            ("", _("The annotator’s own language")),
            *((code, own_name(code)) for code in self.instance.rubric_version.spec.languages),
        ]
        self.fields["language"].widget = forms.Select(choices=names)
        if self.instance.sitting_hits is not None:
            for name in BY_HIT:
                del self.fields[name]
        self.take_off()

    def complete(self, terms: dict[str, Any]) -> dict[str, Any]:
        return complete_code(terms)


class PayForm(StepForm):
    expected_seconds = MinutesField(
        min_value=0,
        max_digits=8,
        decimal_places=2,
        label=_("Expected time for one HIT, in minutes"),
    )
    allotted_seconds = MinutesField(
        min_value=0, max_digits=8, decimal_places=2, label=_("Time limit")
    )
    fee_rate = PercentField(
        label=capfirst(_("panel’s fee on the reward")),
        max_digits=5,
        decimal_places=2,
        required=False,
        or_nothing=True,
        help_text=_("In percent, for example 42.8. Your invoice shows the fee."),
    )
    work_by = forms.ChoiceField(
        label=_("Pay per"), choices=[("hit", _("HIT")), ("sitting", _("Session"))], required=False
    )
    sitting_reward = forms.DecimalField(
        label=capfirst(_("Reward per session")),
        min_value=0,
        max_digits=8,
        decimal_places=2,
        required=False,
    )

    class Meta:
        model = Batch
        fields: ClassVar[list[str]] = names_in(Step.PAY)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["work_by"] = "hit" if self.instance.sitting_hits is None else "sitting"
        self.initial["sitting_reward"] = self.instance.sitting_reward
        for name in ("reward", "sitting_paid_from", "most_sittings"):
            self.fields[name].required = False
        self.take_off()

    def complete(self, terms: dict[str, Any]) -> dict[str, Any]:
        by_session = terms.pop("work_by", "") == "sitting"
        # If people work by the session, two terms of the step about participants are blank.
        others = {name: getattr(self.instance, name) for name in (*BY_HIT, "completion")}
        complete = complete_pay(others | terms, by_session=by_session)
        return {name: value for name, value in complete.items() if name != "completion"}
