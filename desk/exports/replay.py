"""The page “HIT as shown”: a HIT as the annotator saw it, with the annotator's answers."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from hits.access import answer_for_researcher
from hits.models import HIT
from hits.page.answered import page_as_shown
from hits.page.views.assignments import allow_linked_media
from people.access import user_of
from stimuli.models import ItemMedium, Medium, OutputMedium


@require_safe
def replay(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a response's HIT read-only, in the rubric version, language and order that the annotator
    saw, with the answers."""
    user = user_of(request)
    assignment = answer_for_researcher(user, pk)
    page = page_as_shown(assignment, viewer=user.pk)
    context = {
        **vars(page),
        "title": _("HIT as shown"),
        "batch": assignment.batch,
        "assignment": assignment,
        "is_same_rubric": assignment.batch.rubric_version.sha256 == assignment.rubric_sha256,
        "media": _media(assignment.hit),
    }
    response = render(request, "desk/replay.html", context)
    return allow_linked_media(request, response, page.stimulus)


def _media(hit: HIT) -> list[Medium]:
    """Return the media files that the HIT shows: first those of the item, then those of the
    outputs."""
    of_item = ItemMedium.objects.filter(item=hit.item_id).order_by("field")
    of_outputs = OutputMedium.objects.filter(output__in=hit.output_ids).order_by("output", "place")
    return [row.medium for rows in (of_item, of_outputs) for row in rows.select_related("medium")]
