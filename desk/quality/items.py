"""The list of a dataset's items that is shown next to a HIT's known answers."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest, QueryDict
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from core.database.keyset import AFTER, BEFORE, Key, cursor_of, window
from hits.models import Batch, GoldKey
from stimuli.models import Item, Output

PER_PAGE = 12
MOST_HITS = 24  # HITs of one item
KEPT = ("use", "find", AFTER, BEFORE)  # parameters that links within the page keep
BY_ID = (Key("external_id"), Key("pk"))


class ItemsForm(forms.Form):
    use = forms.ChoiceField(
        choices=[("", _("All items")), *GoldKey.Purpose.choices], required=False, label=_("Purpose")
    )
    find = forms.CharField(max_length=200, required=False, label=_("Item id"))


@dataclass(frozen=True)
class ItemRow:
    """An item in the list. `address` is the URL of the page for its known answers, or "" if it has
    too few outputs. `uses` are its current purposes."""

    item: Item
    address: str
    uses: list[tuple[str, str]]
    is_open: bool


def items_pane(request: HttpRequest, batch: Batch, open_item: int) -> dict[str, Any]:
    """Return the template variables for the list of items and its filters, with a fixed number of
    queries."""
    form = ItemsForm(request.GET)
    form.is_valid()
    wanted = form.cleaned_data
    items = Item.objects.filter(dataset=batch.dataset_id)
    if find := wanted.get("find"):
        items = items.filter(external_id__icontains=find)
    if use := wanted.get("use"):
        keys = GoldKey.objects.filter(batch=batch, purpose=use)
        items = items.filter(pk__in=keys.values("item"))
    page = window(items, BY_ID, cursor_of(request.GET), size=PER_PAGE)
    query = kept_query(request.GET)
    return {
        "items_form": form,
        "items_page": page,
        "items": list(_rows(batch, page.rows, open_item, query)),
        "items_query": query,
        "items_kept": "".join(f"{name}={wanted[name]}&" for name in wanted if wanted[name]),
    }


def kept_query(sent: QueryDict) -> str:
    """Return the list's filters and position as a query string, for links on the same page."""
    return urlencode({name: sent[name] for name in KEPT if name in sent})


def _rows(batch: Batch, items: Iterable[Item], open_item: int, query: str) -> Iterator[ItemRow]:
    ids = [item.pk for item in items]
    first = {item: hits[0] for item, hits in pages_by_item(batch, ids).items() if hits}
    uses: dict[int, list[tuple[str, str]]] = {}
    for key in GoldKey.objects.filter(batch=batch, item__in=ids).order_by("place"):
        uses.setdefault(key.item_id, []).append((key.purpose, key.get_purpose_display()))
    for item in items:
        outputs = first.get(item.pk)
        address = use_address(batch, item.pk, outputs, query) if outputs else ""
        row = dict.fromkeys(uses.get(item.pk, []))
        yield ItemRow(item, address, [*row], item.pk == open_item)


def pages_by_item(batch: Batch, items: Iterable[int]) -> Mapping[int, list[tuple[int, ...]]]:
    """Return the possible HITs of each item with the batch's systems, as tuples of output ids. The
    outputs are in canonical order, and the items are sorted by external id."""
    per_page = batch.rubric_version.spec.outputs.per_page
    outputs: dict[int, list[tuple[str, int]]] = {}
    rows = Output.objects.filter(item__in=items, system__in=batch.systems.values("pk"))
    rows = rows.order_by("item__external_id", "item")
    for item, system, pk in rows.values_list("item", "system__name", "pk"):
        outputs.setdefault(item, []).append((system, pk))
    return {
        item: [
            tuple(pk for _system, pk in page)
            for page in islice(combinations(sorted(own), per_page), MOST_HITS)
        ]
        for item, own in outputs.items()
    }


def use_address(batch: Batch, item: int, outputs: Iterable[int], query: str = "") -> str:
    """Return the URL of the page for known answers about these outputs of the item."""
    slug = "-".join(map(str, outputs))
    address = reverse("admin:use_hit", args=[batch.pk, item, slug])
    return f"{address}?{query}" if query else address


def first_address(batch: Batch) -> str:
    """Return the URL of the page for known answers of the first item with enough outputs for a HIT,
    or "" if there is none. Only the first PER_PAGE items are searched."""
    looked_at = Item.objects.filter(dataset=batch.dataset_id).order_by("external_id", "pk")
    for item, pages in pages_by_item(
        batch, looked_at.values_list("pk", flat=True)[:PER_PAGE]
    ).items():
        if pages:
            return use_address(batch, item, pages[0])
    return ""
