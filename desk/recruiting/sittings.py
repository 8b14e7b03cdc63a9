"""The list of a batch's sessions, with the origin, progress and pay of each person."""

from dataclasses import dataclass

from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from core.database.keyset import LATEST_FIRST, PER_PAGE, cursor_of, window
from hits.access import batch_for_researcher
from hits.models import Batch
from people.access import is_writer, user_of
from recruiting.models import Sitting
from recruiting.session_rows import SHOWN, sitting_row, sittings_of
from recruiting.ways import panels_of


@dataclass(frozen=True)
class Chip:
    """A filter of the list: its name in the query, its label, and its number of sessions."""

    name: str
    word: str | Promise
    number: int


def sittings_page(request: HttpRequest, frame: dict[str, object], pk: int) -> HttpResponse:
    """Show a page of the batch's sessions, newest first."""
    batch = batch_for_researcher(user_of(request), pk)
    show = request.GET.get("show", "all")
    show = show if show in SHOWN else "all"
    page = window(sittings_of(batch, show), LATEST_FIRST, cursor_of(request.GET), size=PER_PAGE)
    panels, with_ids = panels_of(batch.pk), is_writer(user_of(request), batch.project_id)
    context = {
        **frame,
        "title": _("Sessions"),
        "batch": batch,
        "here": "links",
        "chips": _chips(batch),
        "show": show,
        "rows": [sitting_row(batch, sitting, panels, with_ids=with_ids) for sitting in page.rows],
        "window": page,
        "kept": "" if show == "all" else f"show={show}&",
    }
    return TemplateResponse(request, "desk/sittings.html", context)


def _chips(batch: Batch) -> list[Chip]:
    sittings = Sitting.objects.filter(enrolment__batch=batch)
    numbers = sittings.aggregate(
        **{name: Count("pk", filter=condition) for name, (_word, condition) in SHOWN.items()}
    )
    return [Chip(name, word, numbers[name]) for name, (word, _condition) in SHOWN.items()]
