"""The query parameters of lists of annotators, and the form to pause or end participation."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from core.database.keyset import cursor_of
from quality.annotators.listing import SHOWN, ListView

NAME_LENGTH = 40  # characters of a pseudonym or a completion code


def view_of(query: QueryDict, columns: frozenset[str]) -> ListView:
    """Return the list's parameters from the query, for example
    `order=-agreement&show=flagged&after=31`. The list can be sorted only by `columns`. Invalid
    values are ignored."""
    order = query.get("order", "")
    column = order.removeprefix("-")
    start = ListView()
    show = query.get("show", "")
    return ListView(
        order=column if column in columns else start.order,
        descending=order.startswith("-") if column in columns else start.descending,
        show=show if show in SHOWN else start.show,
        name=query.get("name", "").strip()[:NAME_LENGTH],
        cursor=cursor_of(query),
    )


class HoldForm(forms.Form):
    """The form to pause or end a person's participation, with the reason. `decision` says whether
    to pause or end, in the batch or in the project."""

    decision = forms.CharField(widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Reason (the annotator can read it)"),
        max_length=500,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
