"""Forms for a draft's quality checks and training, and for qualifications."""

from collections.abc import Iterator
from typing import Any, ClassVar

from django import forms
from django.db.models import QuerySet
from django.forms.boundfield import BoundWidget
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from core.database.form_fields import SmallTableField
from hits.models import Batch
from hits.terms import Step, names_in
from people.models import Project
from quality.gold.degraded import MOST_COPIES, criteria, examples_of
from quality.training.changing import TERMS as TRAINING
from stimuli.copies.making import Way


class ChecksForm(forms.ModelForm):
    """The form for a draft's quality checks, with an optional table of gold HITs."""

    gold = SmallTableField(
        label=_("Table (CSV or JSONL)"),
        required=False,
        help_text=_("Replaces the current table. At most 2 MB."),
    )

    class Meta:
        model = Batch
        fields: ClassVar[list[str]] = names_in(Step.CHECKS)


class CopiesForm(forms.Form):
    """The form to create degraded copies: which outputs, how to degrade them, and a criterion. On
    this criterion, a copy must not score higher than its original."""

    system_id = forms.TypedChoiceField(label=_("System"), coerce=int)
    way = forms.ChoiceField(
        label=_("How to degrade the outputs"),
        choices=Way.choices,
        initial=Way.FOREIGN_SENTENCE,
        widget=forms.RadioSelect,
    )
    criterion = forms.ChoiceField(label=_("Criterion"))
    number = forms.IntegerField(
        label=_("Number of copies"), min_value=1, max_value=MOST_COPIES, initial=10
    )

    def __init__(self, batch: Batch, data: Any = None) -> None:
        super().__init__(data, auto_id="copies_%s")
        self.fields["system_id"].choices = [  # type: ignore[attr-defined]
            (system.pk, system.name) for system in batch.systems.all()
        ]
        self.batch = batch
        self.fields["criterion"].choices = [  # type: ignore[attr-defined]
            (criterion.key, criterion.label) for criterion in criteria(batch)
        ]

    @property
    def examples(self) -> Iterator[tuple[BoundWidget, str]]:
        """Yield each radio button for a way to degrade outputs, with an example from the batch's
        outputs."""
        texts = examples_of(self.batch)
        for box in self["way"]:
            yield box, texts[Way(box.data["value"])]


class TrainingForm(forms.ModelForm):
    """The form for a draft's training and test, with an optional table of their HITs."""

    qualification = forms.CharField(
        label=capfirst(_("qualification granted")),
        required=False,
        max_length=120,
        help_text=_(
            "For example “Reads English summaries”. Other batches of the project can require "
            "this qualification. People who have it skip the training and test. A batch with a "
            "test needs a qualification."
        ),
    )
    table = SmallTableField(
        label=_("Table (CSV or JSONL)"),
        required=False,
        help_text=_("Replaces the current table. At most 2 MB."),
    )

    class Meta:
        model = Batch
        fields: ClassVar[list[str]] = list(TRAINING)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tested = self.instance.tested_qualification
        self.fields["qualification"].initial = tested.name if tested else ""


class GrantForm(forms.Form):
    """The form to grant a qualification: the people, the reason, and the last day on which it is
    valid."""

    people = forms.CharField(
        label=_("User names, email addresses or pseudonyms, one per line"),
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
    )
    reason = forms.CharField(label=_("Reason"), max_length=500)
    expires = forms.DateField(
        label=_("Valid until"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text=_("Leave blank for no limit."),
    )


class PeopleTableForm(forms.Form):
    table = SmallTableField(label=_("Table (CSV or JSONL)"), help_text=_("At most 2 MB."))


class QualificationForm(forms.Form):
    project = forms.ModelChoiceField(queryset=Project.objects.none(), label=_("Project"))
    name = forms.CharField(label=_("Name"), max_length=120)

    def __init__(self, *args: Any, projects: QuerySet[Project], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["project"].queryset = projects  # type: ignore[attr-defined]
