"""The forms of the review: filters for the table of responses, and the reasons for decisions."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from hits.models import Assignment, Batch, Enrolment
from hits.review.decisions import Rejection
from hits.review.exclusions import LONGEST
from hits.review.flags import Flag, faster_than, with_flags
from hits.states import ANSWERED, RejectionCategory, State
from stimuli.models import Output, System

LOOKED_FOR = ("system", "under", "over", "flag")  # filters without an index
WINDOW = 5000  # responses that a page searches


@dataclass(frozen=True)
class Matching:
    """The matching responses with their flags. `looked_until` is the id of the last response
    searched, or None if there are no more to search."""

    rows: QuerySet[Assignment]
    looked_until: int | None


class AnswersFilter(forms.Form):
    """Filters for the table of a batch's responses. If no state is chosen, responses to review are
    shown. If `sees_systems` is false, there is no filter by system."""

    state = forms.ChoiceField(label=_("State"), required=False)
    annotator = forms.CharField(label=_("Annotator"), required=False, max_length=20)
    system: object = forms.ModelChoiceField(
        None, label=_("System"), required=False, empty_label=_("All")
    )
    flag = forms.ChoiceField(label=_("Flags"), required=False)
    under = forms.FloatField(label=_("Faster than (seconds)"), required=False, min_value=0)
    over = forms.FloatField(label=_("Slower than (seconds)"), required=False, min_value=0)

    ALL = "all"

    def __init__(
        self, data: Any, *, batch: Batch, median: float | None, sees_systems: bool = False
    ) -> None:
        super().__init__(data)
        self.batch, self.median = batch, median
        self.field("state").choices = [
            ("", _("Waiting for a decision")),
            *[(state.value, state.label) for state in ANSWERED if state != State.SUBMITTED],
            (self.ALL, _("All")),
        ]
        self.field("flag").choices = [("", _("All")), *Flag.choices]
        if sees_systems:
            self.field("system").queryset = batch.systems.order_by("name")
        else:
            del self.fields["system"]

    def field(self, name: str) -> Any:
        return self.fields[name]

    def matching(self, *, after: int | None) -> "Matching":
        """Return the matching responses with ids above `after`, in the order of their ids. There
        are none if the form is invalid."""
        if not self.is_valid():
            return Matching(Assignment.objects.none(), None)
        chosen = self.cleaned_data
        rows: QuerySet[Assignment] = Assignment.objects.filter(
            self._state(chosen["state"]), batch=self.batch
        ).order_by("pk")
        if chosen["annotator"]:
            rows = rows.filter(annotator=self._annotator(chosen["annotator"].strip()))
        if after is not None:
            rows = rows.filter(pk__gt=after)
        if not any(chosen.get(name) not in {None, ""} for name in LOOKED_FOR):
            return Matching(with_flags(rows, median=self.median), None)
        # No index covers these filters. A page searches a fixed number of rows, and the next page
        # continues there.
        looked_until = rows.values_list("pk", flat=True)[WINDOW - 1 : WINDOW].first()
        if looked_until is not None:
            rows = rows.filter(pk__lte=looked_until)
        return Matching(self._looked_for(rows), looked_until)

    def _looked_for(self, rows: QuerySet[Assignment]) -> QuerySet[Assignment]:
        chosen = self.cleaned_data
        if chosen.get("system"):
            rows = rows.filter(hit__output_ids__overlap=_outputs_of(chosen["system"]))
        if chosen["under"] is not None:
            rows = rows.filter(faster_than(chosen["under"]))
        if chosen["over"] is not None:
            rows = rows.exclude(faster_than(chosen["over"]))
        rows = with_flags(rows, median=self.median)
        return rows.filter(**{f"flag_{chosen['flag']}": True}) if chosen["flag"] else rows

    def _annotator(self, pseudonym: str) -> int:
        """Return the user id of the annotator with this pseudonym, or 0 if there is none."""
        people = Enrolment.objects.filter(batch=self.batch, pseudonym__iexact=pseudonym)
        return people.values_list("annotator", flat=True).first() or 0

    def _state(self, chosen: str) -> Q:
        if chosen == self.ALL:
            return Q(state__in=ANSWERED)
        return Q(state=chosen or State.SUBMITTED)


def _outputs_of(system: System) -> ArraySubquery:
    return ArraySubquery(
        Output.objects.filter(system=system, item=OuterRef("hit__item_id")).values("pk")
    )


class RejectionForm(forms.Form):
    category = forms.ChoiceField(
        label=_("Rejection category"), choices=[("", _("Choose …")), *RejectionCategory.choices]
    )
    reason = forms.CharField(
        label=_("Reason (the annotator can read it)"),
        max_length=LONGEST,
        widget=forms.Textarea({"rows": 3}),
        error_messages={"required": _("Give a reason. The annotator will see it.")},
    )
    evidence = forms.CharField(
        label=_("Evidence (the annotator can read it)"),
        required=False,
        max_length=LONGEST,
        widget=forms.Textarea({"rows": 2}),
    )

    def rejection(self) -> Rejection:
        """Return the rejection entered in the form, which must be valid."""
        chosen = self.cleaned_data
        return Rejection(chosen["reason"], chosen["category"], chosen["evidence"])


class ExclusionForm(forms.Form):
    """The form for the reason why responses are excluded from the results."""

    reason = forms.CharField(
        label=_("Reason"), max_length=LONGEST, widget=forms.Textarea({"rows": 3})
    )
