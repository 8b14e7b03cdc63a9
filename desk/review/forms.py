"""The forms of the review: which answers a table shows, and the grounds of a decision."""

from typing import Any

from django import forms
from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from hits.models import Assignment, Batch
from hits.review.decisions import Rejection
from hits.review.flags import Flag, faster_than, with_flags
from hits.states import ANSWERED, RejectionCategory, State
from stimuli.models import Output, System

LONGEST = 2000


class AnswersFilter(forms.Form):
    """Which answers of `batch` a table shows; what waits for a decision unless another state is
    asked for."""

    state = forms.ChoiceField(label=_("State"), required=False)
    annotator = forms.CharField(label=_("Annotator"), required=False, max_length=20)
    system: Any = forms.ModelChoiceField(
        None, label=_("System"), required=False, empty_label=_("all")
    )
    flag = forms.ChoiceField(label=_("Flag"), required=False)
    under = forms.FloatField(label=_("Faster than, s"), required=False, min_value=0)
    over = forms.FloatField(label=_("Slower than, s"), required=False, min_value=0)

    ALL = "all"

    def __init__(self, data: Any, *, batch: Batch, median: float | None) -> None:
        super().__init__(data)
        self.batch, self.median = batch, median
        self.field("state").choices = [
            ("", _("waiting for a decision")),
            *[(state.value, state.label) for state in ANSWERED if state != State.SUBMITTED],
            (self.ALL, _("all")),
        ]
        self.field("flag").choices = [("", _("all")), *Flag.choices]
        self.field("system").queryset = batch.systems.order_by("name")

    def field(self, name: str) -> Any:
        return self.fields[name]

    def matching(self) -> QuerySet[Assignment]:
        """The rows by their number; none where the form is not filled in right."""
        if not self.is_valid():
            return Assignment.objects.none()
        chosen = self.cleaned_data
        rows: QuerySet[Assignment] = Assignment.objects.filter(
            self._state(chosen["state"]), batch=self.batch
        )
        if chosen["annotator"]:
            rows = rows.filter(enrolment__pseudonym__iexact=chosen["annotator"].strip())
        if chosen["system"]:
            rows = rows.filter(hit__output_ids__overlap=_outputs_of(chosen["system"]))
        if chosen["under"] is not None:
            rows = rows.filter(faster_than(chosen["under"]))
        if chosen["over"] is not None:
            rows = rows.exclude(faster_than(chosen["over"]))
        rows = with_flags(rows, median=self.median)
        if chosen["flag"]:
            rows = rows.filter(**{f"flag_{chosen['flag']}": True})
        return rows.order_by("pk")

    def _state(self, chosen: str) -> Q:
        if chosen == self.ALL:
            return Q(state__in=ANSWERED)
        return Q(state=chosen or State.SUBMITTED)


def _outputs_of(system: System) -> ArraySubquery:
    """The system's outputs of the assignment's own item."""
    return ArraySubquery(
        Output.objects.filter(system=system, item=OuterRef("hit__item_id")).values("pk")
    )


class RejectionForm(forms.Form):
    """What its annotator reads of a rejection."""

    category = forms.ChoiceField(
        label=_("What was wrong"), choices=[("", _("Choose …")), *RejectionCategory.choices]
    )
    reason = forms.CharField(
        label=_("Reason (the annotator reads it)"),
        max_length=LONGEST,
        widget=forms.Textarea({"rows": 3}),
        error_messages={"required": _("A rejection needs a reason: the annotator will read it.")},
    )
    evidence = forms.CharField(
        label=_("What shows it (the annotator reads it)"),
        help_text=_("As in: 4 s on a HIT whose median is 71 s."),
        required=False,
        max_length=LONGEST,
        widget=forms.Textarea({"rows": 2}),
    )

    def rejection(self) -> Rejection:
        """Of a valid form."""
        chosen = self.cleaned_data
        return Rejection(chosen["reason"], chosen["category"], chosen["evidence"])


class ExclusionForm(forms.Form):
    """Why answers are left out of the figures."""

    reason = forms.CharField(
        label=_("Why they are left out"), max_length=LONGEST, widget=forms.Textarea({"rows": 3})
    )
