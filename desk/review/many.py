"""The review as a table of responses. Filters select responses, and a decision can apply to several
of them."""

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from core.database.choosing import choose, looking_fields
from core.database.keyset import Key
from core.database.whole_numbers import whole_number
from desk.projects import projects_looked_at
from desk.review.forms import AnswersFilter
from desk.review.queue import first_batch_waiting
from desk.review.table import table_page
from hits.access import batch_for_researcher
from hits.batches.unveiling import sees_means
from hits.models import Batch
from hits.progress.running import median_seconds
from hits.review.bulk import MOST
from people.access import is_writer, user_of
from people.models import User

LATEST_PUBLISHED = (Key("published_at", descending=True), Key("pk", descending=True))
PUBLISHED = (Batch.State.LIVE, Batch.State.PAUSED, Batch.State.CLOSED)


def review_table(request: HttpRequest, frame: dict[str, object]) -> HttpResponse:
    """Show a page of a batch's responses that match the filters. `after` in the query is the id of
    the last response on the page before."""
    batch = _batch(request)
    if batch is None:
        return TemplateResponse(request, "desk/review_done.html", {**frame, "title": _("Review")})
    chosen = answers_filter(request.GET, batch, user_of(request))
    query, choices = request.GET.copy(), request.GET.copy()
    query["batch"] = choices["batch"] = str(batch.pk)
    for field in ("after", *looking_fields("batch")):
        query.pop(field, None)
    page = table_page(batch, chosen.matching(after=_after(request.GET)))
    context = {
        **frame,
        "title": _("Responses"),
        "batch": batch,
        "batches": choose(
            choices, "batch", _published(request), keys=LATEST_PUBLISHED, lookup="title__icontains"
        ),
        "address": f"?{query.urlencode()}",
        "filter": chosen,
        "page": page,
        "query": query.urlencode(),
        "filters": kept_filters(request.GET),
        "median": chosen.median,
        "may_decide": is_writer(user_of(request), batch.project_id),
        "sees_systems": "system" in chosen.fields,
    }
    return TemplateResponse(request, "desk/review_table.html", context)


def answers_filter(sent: QueryDict, batch: Batch, by: User) -> AnswersFilter:
    """Return the filters of the table. They include the filter by system only if the user can see
    mean scores."""
    return AnswersFilter(
        sent,
        batch=batch,
        median=median_seconds([batch]).get(batch.pk),
        sees_systems=sees_means(batch, by),
    )


def _batch(request: HttpRequest) -> Batch | None:
    """Return the batch in the query. Without a batch in the query, return the first batch with
    responses to review, or else the most recently published batch. Return None if there is none."""
    pk = whole_number(request.GET.get("batch", ""))
    if pk is not None:
        return batch_for_researcher(user_of(request), pk)
    published = _published(request).order_by("-published_at", "-pk")
    latest = first_batch_waiting(projects_looked_at(request)) or published.first()
    return latest and batch_for_researcher(user_of(request), latest.pk)


def _published(request: HttpRequest) -> QuerySet[Batch]:
    return Batch.objects.filter(project__in=projects_looked_at(request), state__in=PUBLISHED)


def chosen_responses(sent: QueryDict, batch: Batch, by: User) -> list[int]:
    """Return the ids of the selected responses or, with `everything`, of those that match the
    filters. There are at most MOST."""
    if "everything" in sent:
        filters = answers_filter(sent, batch, by)
        rows = filters.matching(after=_after(sent)).rows
        return list(rows.values_list("pk", flat=True)[:MOST])
    texts = [*sent.getlist("chosen"), *sent.get("ids", "").split(",")]
    numbers = {number for text in texts if (number := whole_number(text)) is not None}
    return sorted(numbers)[:MOST]


def _after(query: QueryDict) -> int | None:
    return whole_number(query.get("after", ""))


def kept_filters(query: QueryDict) -> list[tuple[str, str]]:
    """Return the filters and the position in the query as (name, value) pairs, for links back to
    the same table."""
    names = [*AnswersFilter.base_fields, "after"]
    return [(name, str(query[name])) for name in names if query.get(name)]
