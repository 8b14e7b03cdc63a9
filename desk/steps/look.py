"""The step before publishing: the annotator's page for the first HITs, at the size of a desk or of
a phone."""

from django.http import HttpRequest

from core.database.whole_numbers import whole_number
from core.errors import RateroomError
from hits.models import Batch
from hits.page.views.preview import preview_hits

SIZES = ("desk", "phone")


def look_context(request: HttpRequest, batch: Batch) -> dict[str, object]:
    """Return the HIT that the address names (`?item=2&size=phone`), and its neighbours."""
    try:
        hits, total = preview_hits(batch)
    except RateroomError as error:
        return {"problem": str(error)}
    number = min(max(whole_number(request.GET.get("item", "1")) or 1, 1), len(hits) or 1)
    size = request.GET.get("size", "desk")
    return {
        "number": number,
        "shown": len(hits),
        "total": total,
        "size": size if size in SIZES else SIZES[0],
        "previous": number - 1,
        "next": number + 1 if number < len(hits) else None,
    }
