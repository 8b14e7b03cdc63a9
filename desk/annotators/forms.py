"""What the addresses of the lists ask for, and the form that pauses or ends somebody's part."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from desk.annotators.rows import MOST_PAGES, SHOWN, ListView
from people.converters import whole_number

NAME_LENGTH = 20


def view_of(query: QueryDict, columns: frozenset[str]) -> ListView:
    """What the address asks for, of these columns: `order=-agreement&show=flagged&page=2`. What it
    says wrongly is left out."""
    order = query.get("order", "")
    column = order.removeprefix("-")
    start = ListView()
    page = whole_number(query.get("page", "")) or 1
    show = query.get("show", "")
    return ListView(
        order=column if column in columns else start.order,
        descending=order.startswith("-") if column in columns else start.descending,
        show=show if show in SHOWN else start.show,
        name=query.get("name", "").strip()[:NAME_LENGTH],
        page=min(page, MOST_PAGES),
    )


class HoldForm(forms.Form):
    """Whether somebody is paused, ended or let go on, in the batch or in the project, and the
    reason that they read."""

    DECISIONS = (
        "pause batch",
        "end batch",
        "resume batch",
        "pause project",
        "end project",
        "resume project",
    )

    decision = forms.ChoiceField(choices=[(decision, decision) for decision in DECISIONS])
    reason = forms.CharField(
        label=_("What they read"),
        max_length=500,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
