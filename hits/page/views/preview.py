"""A batch as annotators will see it: every element of the HIT page, nothing stored."""

from csp.constants import SELF
from csp.decorators import csp_replace
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_http_methods

from core.database.whole_numbers import whole_number
from core.errors import RateroomError
from hits.access import batch_for_researcher
from hits.batches.cost_preview import cost_preview
from hits.batches.making import main_hits
from hits.batches.publishing import first_hits
from hits.models import HIT, Batch
from hits.models.work import attach_outputs
from hits.page.views.trying import trial_page
from hits.stimulus import stimulus_of_hit
from people.access import is_writer
from people.models import AnnotatorRequest, User
from surveys.languages.translations import in_language

AT_MOST = 20  # HITs to leaf through


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@xframe_options_sameorigin
@csp_replace({"frame-ancestors": [SELF]})  # type: ignore[arg-type]  # its types know no arguments
def preview(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """The annotator's page for one of the batch's first HITs (`?item=n`, from 1). POST checks the
    answers.

    Unless the batch fixes the rubric's language, `?language=de` chooses one. `?framed=yes` is for a
    page of the desk around it, which has its own way from HIT to HIT.
    """
    batch = batch_for_researcher(request.user, pk)
    try:
        hits, total = preview_hits(batch)
    except RateroomError as error:
        return render(request, "hits/preview_empty.html", {"batch": batch, "error": error})
    if not hits:
        return render(request, "hits/preview_empty.html", {"batch": batch})
    number = _number(request.GET.get("item", "1"), len(hits))
    spec = batch.rubric_version.spec
    rubric = in_language(spec, batch.language or request.GET.get("language") or get_language())
    stimulus = stimulus_of_hit(hits[number - 1], "".join(rubric.letters()), viewer=request.user.pk)
    context = {
        "batch": batch,
        "number": number,
        "is_in_desk": request.GET.get("framed") == "yes",
        "count": total,
        "shown": len(hits),
        "languages": () if batch.language else spec.languages,
        "usable": _usable(request.user, batch, hits[number - 1]),
        "previous": number - 1,
        "next": number + 1 if number < len(hits) else None,
    }
    answered = request.method == "POST"
    if answered and context["usable"]:
        context["given"] = request.POST.dict()
    return trial_page(
        request, "hits/preview.html", rubric, stimulus, answered=answered, context=context
    )


def _usable(user: User, batch: Batch, hit: HIT) -> str:
    """Return where a draft's HIT can become gold, training or test; blank if it cannot."""
    if batch.state != Batch.State.DRAFT or not is_writer(user, batch.project_id):
        return ""
    outputs = "-".join(map(str, hit.output_ids))
    return reverse("admin:use_hit", args=[batch.pk, hit.item_id, outputs])


def _number(text: str, count: int) -> int:
    number = whole_number(text)
    if number is None or not 1 <= number <= count:
        raise Http404
    return number


def preview_hits(batch: Batch) -> tuple[list[HIT], int]:
    """The batch's first HITs, and how many it has; before publication, of those that it would have.

    Raises RateroomError where a draft cannot be published.
    """
    if batch.state == Batch.State.DRAFT:
        priced = cost_preview(batch)
        return first_hits(batch, AT_MOST, eligible=priced.eligible), priced.cost.hits
    hits = list(main_hits(batch).select_related("item").order_by("position", "pk")[:AT_MOST])
    attach_outputs(hits)
    return hits, batch.hits_planned
