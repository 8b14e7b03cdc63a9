"""A batch as raters will see it: every element of the HIT page, nothing stored."""

import itertools

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods

from hits.access import batch_for_researcher
from hits.models import HIT, Batch, Output
from hits.shown import hits_with_words, stimulus_of_hit
from hits.views.trying import trial_page
from people.models import AnnotatorRequest
from surveys.translations import in_language

AT_MOST = 20  # items to leaf through


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def preview(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """The rater's page for one of the batch's first items (`?item=n`, from 1). POST checks the answers.

    Unless the batch fixes the rubric's language, `?language=de` chooses one.
    """
    batch = batch_for_researcher(request.user, pk)
    hits = preview_hits(batch)
    if not hits:
        return render(request, "hits/preview_empty.html", {"batch": batch})
    number = _number(request.GET.get("item", "1"), len(hits))
    spec = batch.rubric_version.spec
    rubric = in_language(spec, batch.language or request.GET.get("language") or get_language())
    stimulus = stimulus_of_hit(hits[number - 1], "ab" if rubric.outputs.per_page > 1 else "a")
    context = {
        "batch": batch,
        "number": number,
        "count": len(hits),
        "languages": () if batch.language else spec.languages,
        "previous": number - 1,
        "next": number + 1 if number < len(hits) else None,
    }
    answered = request.method == "POST"
    return trial_page(request, "hits/preview.html", rubric, stimulus, answered=answered, context=context)


def _number(text: str, count: int) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= count:
        raise Http404
    return int(text)


def preview_hits(batch: Batch) -> list[HIT]:
    """The batch's first HITs; before publication, ones put together in memory from its dataset and systems."""
    if batch.state != Batch.State.DRAFT:
        made = hits_with_words().filter(batch=batch).order_by("position", "pk")
        return list(made[:AT_MOST])
    outputs = Output.objects.filter(item__dataset=batch.dataset_id, system__in=batch.systems.all())
    rows = list(outputs.select_related("item").order_by("item", "system__name")[: AT_MOST * 4])
    if batch.rubric_version.spec.outputs.per_page == 1:
        return [HIT(batch=batch, item=row.item, output_a=row) for row in rows[:AT_MOST]]
    pairs = [(a, b) for a, b in itertools.pairwise(rows) if a.item_id == b.item_id]
    return [HIT(batch=batch, item=a.item, output_a=a, output_b=b) for a, b in pairs[:AT_MOST]]
