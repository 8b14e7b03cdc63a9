"""Views for a batch's preview, which stores nothing, and for downloads of the batch's responses."""

from collections.abc import Mapping

from csp.constants import SELF
from csp.decorators import csp_replace
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_http_methods, require_safe

from core.database.whole_numbers import whole_number
from core.errors import RateroomError
from hits.access import batch_for_researcher
from hits.batches.previewing import HitsInOrder, hit_of, output_ids_in, outputs_of
from hits.exports import Table, dictionary_csv, stream
from hits.exports.adjudicated import adjudicated_csv
from hits.models import HIT, Batch
from hits.page.views.rubrics import trial_page
from hits.stimulus import stimulus_of_hit
from people.access import is_writer
from people.acts import record
from people.models import Act, AnnotatorRequest, User
from surveys.languages.translations import in_language

DICTIONARY = "dictionary"
ADJUDICATED = "adjudicated"


@login_required
@require_safe
def export(request: AnnotatorRequest, pk: int, kind: str) -> HttpResponseBase:
    """Download one of the batch's tables as a CSV file, and record the export. `kind` is `long`,
    `wide`, `adjudicated` or `dictionary`. For `long` and `wide`, `?bom=1` adds a byte-order mark
    for Excel."""
    batch = batch_for_researcher(request.user, pk)
    if kind == ADJUDICATED:
        response: HttpResponseBase = StreamingHttpResponse(adjudicated_csv(batch))
    elif kind == DICTIONARY:
        response = HttpResponse(dictionary_csv(batch))
    elif kind in Table.values:
        site = request.build_absolute_uri("/").removesuffix("/")
        response = StreamingHttpResponse(
            stream(batch, kind, bom=request.GET.get("bom") == "1", site=site)
        )
    else:
        raise Http404
    if request.method == "GET":
        record(request.user, Act.Verb.EXPORTED, batch, after={"file": kind})
    response["Content-Type"] = "text/csv; charset=utf-8"
    response["Content-Disposition"] = f'attachment; filename="batch-{batch.pk}-{kind}.csv"'
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@xframe_options_sameorigin
@csp_replace({"frame-ancestors": [SELF]})  # type: ignore[arg-type]  # its types know no arguments
def preview(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """Show one of the batch's HITs as annotators see it. POST checks the answers, but does not
    store them.

    `?item=n` selects the HIT by its number, from 1. `?find=` selects the first HIT of the item with
    this id. `?hit=5&outputs=7-9` selects the outputs 7 and 9 of item 5.

    `?language=de` chooses a language unless the batch sets one. `?framed=yes` is for a researchers'
    page that embeds the preview and has its own links between HITs.
    """
    batch = batch_for_researcher(request.user, pk)
    try:
        number, hit, total = _wanted(request, batch)
    except RateroomError as error:
        return render(request, "hits/preview_empty.html", {"batch": batch, "error": error})
    if hit is None:
        return render(request, "hits/preview_empty.html", {"batch": batch})
    spec = batch.rubric_version.spec
    rubric = in_language(spec, batch.language or request.GET.get("language") or get_language())
    stimulus = stimulus_of_hit(hit, "".join(rubric.letters()), viewer=request.user.pk)
    context = {
        "batch": batch,
        "number": number,
        "is_in_desk": request.GET.get("framed") == "yes",
        "count": total,
        "languages": () if batch.language else spec.languages,
        "usable": _usable(request.user, batch, hit),
        "previous": number - 1,
        "next": number + 1 if number < total else None,
    }
    answered = request.method == "POST"
    if answered and context["usable"]:
        context["given"] = request.POST.dict()
    return trial_page(
        request, "hits/preview.html", rubric, stimulus, answered=answered, context=context
    )


def _wanted(request: AnnotatorRequest, batch: Batch) -> tuple[int, HIT | None, int]:
    """Return the requested HIT's number, the HIT, and the number of HITs in the batch. The HIT is
    None if the batch has no HITs. Raises Http404 if the batch does not have the requested HIT."""
    query = request.GET
    if slug := query.get("outputs"):
        outputs = outputs_of(batch, whole_number(query.get("hit", "")) or 0, output_ids_in(slug))
        if not outputs:
            raise Http404
        return 1, hit_of(batch, outputs), 1
    hits = HitsInOrder(batch)
    number = number_wanted(query, hits)
    if hits.total and (number is None or not 1 <= number <= hits.total):
        raise Http404
    return number or 1, hits.at(number or 1), hits.total


def number_wanted(query: Mapping[str, str], hits: HitsInOrder) -> int | None:
    """Return the number of the requested HIT. This is the first HIT of the item with the id `find`
    in the query. Otherwise it is the number in `find` or `item`, which is 1 by default. Return None
    if there is no valid number."""
    if find := query.get("find", "").strip():
        return hits.number_of(find) or whole_number(find)
    return whole_number(query.get("item", "1"))


def _usable(user: User, batch: Batch, hit: HIT) -> str:
    """Return the URL of the page that uses the HIT as a gold, training or test HIT. Return "" if
    the batch is not a draft or the user cannot edit it."""
    if batch.state != Batch.State.DRAFT or not is_writer(user, batch.project_id):
        return ""
    outputs = "-".join(map(str, hit.output_ids))
    return reverse("admin:use_hit", args=[batch.pk, hit.item_id, outputs])
