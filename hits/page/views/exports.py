"""Downloads of a batch's answers."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from hits.access import batch_for_researcher
from hits.exports import Table, dictionary_csv, stream
from hits.exports.adjudicated import adjudicated_csv
from people.acts import record
from people.models import Act, AnnotatorRequest

DICTIONARY = "dictionary"
ADJUDICATED = "adjudicated"


@login_required
@require_safe
def export(request: AnnotatorRequest, pk: int, kind: str) -> HttpResponseBase:
    """Download `long`, `wide`, `adjudicated` or `dictionary` as CSV; `?bom=1` for Excel."""
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
