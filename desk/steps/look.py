"""The step before publishing: the annotator's page for one HIT, at the size of a desk or of a
phone."""

from django.http import HttpRequest
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.batches.previewing import HitsInOrder
from hits.models import Batch
from hits.page.views.preview import number_wanted

SIZES = ("desk", "phone")


def look_context(request: HttpRequest, batch: Batch) -> dict[str, object]:
    """Return the HIT that the address names (`?item=2&size=phone`, or `?find=` an item's id), and
    its neighbours."""
    try:
        hits = HitsInOrder(batch)
    except RateroomError as error:
        return {"problem": str(error)}
    find = request.GET.get("find", "").strip()
    wanted = number_wanted(request.GET, hits)
    number = min(max(wanted or 1, 1), hits.total or 1)
    size = request.GET.get("size", "desk")
    missing = _("There is no HIT or item “%(find)s” in the sample.") % {"find": find}
    return {
        "preview": hits.preview,
        "number": number,
        "total": hits.total,
        "missing": missing if find and wanted != number else "",
        "size": size if size in SIZES else SIZES[0],
        "previous": number - 1,
        "next": number + 1 if number < hits.total else None,
    }
