"""Changes to a draft's terms: the sample that a budget allows, and the terms that a rubric
suggests."""

from urllib.parse import urlencode

from django.urls import reverse

from core.database.whole_numbers import whole_number
from hits.batches.amendments import reach_of
from hits.batches.drafting import change_draft
from hits.batches.terms.draft import starting_terms
from hits.batches.wishes import Kind
from hits.models import Batch
from hits.models.terms.sampling import MOST_ANNOTATORS


def amendment_address(batch: Batch, offer: str) -> str:
    """Return the URL of the page to extend a published batch to the size `offer`. `offer` is
    described in `use_offer`."""
    before, _colon, after = offer.partition(":")
    reach = reach_of(batch)
    more = {
        "annotators": (whole_number(before) or 0) - batch.annotators_per_hit - reach.added,
        "items": (whole_number(after) or 0) - reach.items,
    }
    kind = Kind.ITEMS if more["items"] > 0 else Kind.ANNOTATORS
    return f"{reverse('admin:amend', args=[batch.pk])}?{urlencode({'kind': kind.value, **more})}"


def use_offer(batch: Batch, offer: str) -> None:
    """Set the draft's sample to `offer`, for example `3:41` for 3 annotators per HIT and 41 items.
    An invalid `offer` is ignored."""
    before, _colon, after = offer.partition(":")
    annotators, items = whole_number(before) or 0, whole_number(after) or 0
    if not 1 <= annotators <= MOST_ANNOTATORS or not items:
        return
    changes = {
        "annotators_per_hit": annotators,
        "sample_rule": Batch.SampleRule.COUNT,
        "sample_count": items,
        "sample_fraction": None,
    }
    if annotators >= (batch.overlap_annotators or 0):
        changes |= {"overlap_percent": None, "overlap_annotators": None}
    change_draft(batch_id=batch.pk, changes=changes)


def use_terms(batch: Batch, number: str) -> None:
    """Set the price and sample that the rubric suggests as its terms with the index `number`. An
    invalid index is ignored."""
    declared = starting_terms(batch.rubric_version)
    chosen = whole_number(number)
    if chosen is not None and chosen < len(declared):
        change_draft(batch_id=batch.pk, changes=declared[chosen].changes)
