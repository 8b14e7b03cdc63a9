"""The review as a table: answers chosen by filters, and one decision on many of them."""

from typing import Any, cast
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from core.database.choosing import choose, looking_fields
from core.database.keyset import Key
from core.database.whole_numbers import whole_number
from core.errors import RateroomError
from desk.projects import projects_looked_at
from desk.review.forms import AnswersFilter, ExclusionForm, RejectionForm
from desk.review.queue import first_waiting
from desk.review.table import table_page
from hits.access import batch_for_researcher
from hits.models import Batch
from hits.progress.times import median_seconds
from hits.review.bulk import MOST, Act, decide_each, forecast
from people.access import is_writer, user_of

LATEST_PUBLISHED = (Key("published_at", descending=True), Key("pk", descending=True))
PUBLISHED = (Batch.State.LIVE, Batch.State.PAUSED, Batch.State.CLOSED)
FORMS = {"approve": None, "reject": RejectionForm, "exclude": ExclusionForm}


def review_table(request: HttpRequest, frame: dict[str, object]) -> HttpResponse:
    """Show the answers of one batch that the filters name, fifty a page; `after` is the last one
    seen."""
    batch = _batch(request)
    if batch is None:
        return TemplateResponse(request, "desk/review_done.html", {**frame, "title": _("Review")})
    median = median_seconds([batch]).get(batch.pk)
    chosen = AnswersFilter(request.GET, batch=batch, median=median)
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
            choices,
            "batch",
            _published(request),
            keys=LATEST_PUBLISHED,
            lookup="title__icontains",
        ),
        "address": f"?{query.urlencode()}",
        "filter": chosen,
        "page": page,
        "query": query.urlencode(),
        "filters": _filters(request.GET),
        "median": median,
        "may_decide": is_writer(user_of(request), batch.project_id),
    }
    return TemplateResponse(request, "desk/review_table.html", context)


@require_POST
def decide_many(request: HttpRequest, frame: dict[str, object]) -> HttpResponse:
    """First what would happen, with how many and how much; once that is confirmed, what became of
    each."""
    pk = whole_number(request.POST.get("batch", "")) or 0
    batch = batch_for_researcher(user_of(request), pk, write=True)
    act = request.POST.get("act", "")
    ids, filters = chosen_responses(request.POST, batch), _filters(request.POST)
    back = urlencode([("batch", batch.pk), *filters])
    if act not in FORMS or not ids:
        return redirect(f"{reverse('admin:review_table')}?{back}")
    grounds = FORMS[act]
    confirmed = "confirmed" in request.POST
    form = grounds(request.POST if confirmed else None) if grounds else None
    context = {
        **frame,
        "title": _("Responses"),
        "batch": batch,
        "act": act,
        "ids": ",".join(map(str, ids)),
        "form": form,
        "filters": filters,
        "back": back,
    }
    if confirmed and (form is None or form.is_valid()):
        try:
            outcomes = _decide(request, batch, ids, cast("Act", act), form)
        except RateroomError as error:
            context["problem"] = str(error)
        else:
            done = sum(outcome.done for outcome in outcomes)
            context |= {"outcomes": outcomes, "done": done, "passed_over": len(outcomes) - done}
            return TemplateResponse(request, "desk/review_outcome.html", context)
    context["forecast"] = forecast(batch=batch, ids=ids, act=cast("Act", act))
    return TemplateResponse(request, "desk/review_confirm.html", context)


def _decide(request: HttpRequest, batch: Batch, ids: list[int], act: Act, form: Any) -> Any:
    return decide_each(
        batch=batch,
        ids=ids,
        act=act,
        by=user_of(request),
        rejection=form.rejection() if isinstance(form, RejectionForm) else None,
        reason=form.cleaned_data["reason"] if form else "",
    )


def _batch(request: HttpRequest) -> Batch | None:
    """Return the batch in the query; else the first with waiting responses, or the latest."""
    pk = whole_number(request.GET.get("batch", ""))
    if pk is not None:
        return batch_for_researcher(user_of(request), pk)
    waiting = first_waiting(projects_looked_at(request))
    published = _published(request).order_by("-published_at", "-pk")
    latest = waiting.batch if waiting else published.first()
    return latest and batch_for_researcher(user_of(request), latest.pk)


def _published(request: HttpRequest) -> QuerySet[Batch]:
    return Batch.objects.filter(project__in=projects_looked_at(request), state__in=PUBLISHED)


def chosen_responses(sent: QueryDict, batch: Batch) -> list[int]:
    """Return the ticked answers, those of a page before, or all that match the filters."""
    if "everything" in sent:
        filters = AnswersFilter(sent, batch=batch, median=median_seconds([batch]).get(batch.pk))
        rows = filters.matching(after=_after(sent)).rows
        return list(rows.values_list("pk", flat=True)[:MOST])
    texts = [*sent.getlist("chosen"), *sent.get("ids", "").split(",")]
    numbers = {number for text in texts if (number := whole_number(text)) is not None}
    return sorted(numbers)[:MOST]


def _after(query: QueryDict) -> int | None:
    return whole_number(query.get("after", ""))


def _filters(query: QueryDict) -> list[tuple[str, str]]:
    """Return what the query says of the filters and the page, for the way back to the same
    table."""
    names = [*AnswersFilter.base_fields, "after"]
    return [(name, str(query[name])) for name in names if query.get(name)]
