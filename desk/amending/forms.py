"""Forms for extending a batch, one for each kind of amendment."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.formats import localize
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from desk.steps.data import FilesField
from hits.batches.amendments import no_items_left
from hits.batches.sampling import eligible_count
from hits.batches.terms.published import MOST_PEOPLE
from hits.batches.wishes import Kind, Wish
from hits.models import Batch
from hits.models.batches import MOST_SECONDS
from hits.models.terms.sampling import MOST_ANNOTATORS
from hits.money.training_pay import places_of
from stimuli.models import System


class AmendmentForm(forms.Form):
    """The base class of amendment forms. `key` ensures that a form sent twice extends the batch
    only once."""

    key = forms.CharField(max_length=60, widget=forms.HiddenInput)
    kind: str

    def __init__(self, batch: Batch, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.batch = batch

    @property
    def nothing_left(self) -> str:
        """Return why this form cannot add anything, or "" if it can."""
        return ""

    @property
    def named(self) -> list[str]:
        """Return the item ids listed in the form, without duplicates."""
        names = [line.strip() for line in self.cleaned_data["items_named"].splitlines()]
        return list(dict.fromkeys(filter(None, names)))

    def wish(self) -> Wish:
        raise NotImplementedError


class AnnotatorsForm(AmendmentForm):
    kind = Kind.ANNOTATORS
    annotators = forms.IntegerField(
        label=_("More annotators per HIT"), min_value=1, max_value=MOST_ANNOTATORS, initial=1
    )
    items_named = forms.CharField(
        label=_("Only these items"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text=_("Item ids, one per line. Leave blank for all items of the batch."),
    )

    def wish(self) -> Wish:
        return Wish(self.kind, annotators=self.cleaned_data["annotators"], items_named=self.named)


class RowsForm(forms.Form):
    """A form to upload a table of more items for the batch's dataset."""

    table = FilesField(label=_("Table and media"))


class ItemsForm(AmendmentForm):
    kind = Kind.ITEMS
    items = forms.IntegerField(label=capfirst(_("number of items")), min_value=1, required=False)
    items_named = forms.CharField(
        label=_("Only these items"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text=_("Item ids, one per line. Leave blank for the next items of the sample."),
    )
    annotators = forms.IntegerField(
        label=_("More annotators per HIT"), min_value=0, max_value=MOST_ANNOTATORS, required=False
    )

    def __init__(self, batch: Batch, *args: object, **kwargs: object) -> None:
        super().__init__(batch, *args, **kwargs)
        self.most = eligible_count(batch, beyond_its_own=True)
        if batch.sample_rule == Batch.SampleRule.ALL:
            self.fields["items"].initial = self.most
        text = gettext("Items available: %(number)s. They are added in the order of the sample.")
        self.fields["items"].help_text = text % {"number": localize(self.most)}

    @property
    def nothing_left(self) -> str:
        is_list = self.batch.sample_rule == Batch.SampleRule.LIST
        return "" if self.most or is_list else str(no_items_left())

    def wish(self) -> Wish:
        items, annotators = (self.cleaned_data[name] or 0 for name in ("items", "annotators"))
        return Wish(self.kind, items=items, annotators=annotators, items_named=self.named)


class SystemsForm(AmendmentForm):
    kind = Kind.SYSTEMS
    systems = forms.ModelMultipleChoiceField(
        label=_("Systems"), queryset=System.objects.none(), widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, batch: Batch, *args: object, **kwargs: object) -> None:
        super().__init__(batch, *args, **kwargs)
        others = System.objects.compared().filter(dataset=batch.dataset_id).exclude(batches=batch)
        field: Any = self.fields["systems"]
        field.queryset = others.order_by("name", "pk")

    @property
    def nothing_left(self) -> str:
        if self.fields["systems"].queryset.exists():  # type: ignore[attr-defined]
            return ""
        return gettext("All systems of the dataset are already in the batch.")

    def wish(self) -> Wish:
        return Wish(self.kind, systems=[system.pk for system in self.cleaned_data["systems"]])


class TimeForm(AmendmentForm):
    kind = Kind.TIME

    def __init__(self, batch: Batch, *args: object, **kwargs: object) -> None:
        super().__init__(batch, *args, **kwargs)
        now, most = batch.allotted_seconds // 60, MOST_SECONDS // 60
        self.fields["minutes"] = forms.IntegerField(
            label=_("Time limit, in minutes"),
            min_value=now + 1,
            max_value=most,
            initial=min(now + 10, most),
            help_text=_(
                "You can only extend the time limit. People with a HIT in progress get the extra "
                "time too."
            ),
        )

    @property
    def nothing_left(self) -> str:
        if self.batch.allotted_seconds < MOST_SECONDS:
            return ""
        text = gettext("The time limit is already the maximum of %(days)d days.")
        return text % {"days": MOST_SECONDS // 86_400}

    def wish(self) -> Wish:
        return Wish(self.kind, seconds=60 * self.cleaned_data["minutes"])


class PeopleForm(AmendmentForm):
    kind = Kind.PEOPLE
    people = forms.IntegerField(
        label=_("More people"), min_value=1, max_value=MOST_PEOPLE, initial=10
    )

    def __init__(self, batch: Batch, *args: object, **kwargs: object) -> None:
        super().__init__(batch, *args, **kwargs)
        self.fields["people"].help_text = self._what_for(batch)

    @staticmethod
    def _what_for(batch: Batch) -> str:
        places, sentences = places_of(batch), []
        if places is not None:
            sentences.append(places.in_words)
        if batch.first_checks:
            text = gettext(
                "Each person starts with %(number)d gold HITs while there is money left for checks."
            )
            sentences.append(text % {"number": batch.first_checks})
        return " ".join(sentences)

    def wish(self) -> Wish:
        return Wish(self.kind, people=self.cleaned_data["people"])


FORMS: Mapping[str, type[AmendmentForm]] = {
    Kind.ANNOTATORS: AnnotatorsForm,
    Kind.ITEMS: ItemsForm,
    Kind.SYSTEMS: SystemsForm,
    Kind.TIME: TimeForm,
    Kind.PEOPLE: PeopleForm,
}


class MainBatchForm(forms.Form):
    without_items = forms.BooleanField(
        label=_("Leave the pilot's items out of the sample"), required=False, initial=True
    )
    without_people = forms.BooleanField(
        label=_("Leave out the people who worked on the pilot"), required=False, initial=True
    )
