"""Views to choose, edit and preview a batch's consent form and questionnaires."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from core.database.keyset import LATEST_FIRST, PER_PAGE, cursor_of, window
from core.database.whole_numbers import whole_number
from core.errors import DocumentError, RateroomError
from desk.refusals import refusals_shown
from hits.access import batch_for_researcher
from hits.models import Batch
from hits.page.form import fill
from people.access import is_writer, user_of
from recruiting.around.attaching import attach_page, detach_page, pages_of, store_page
from recruiting.around.consent_texts import source_of
from recruiting.around.exporting import export_page
from recruiting.around.figures import consents_of, decisions_of
from recruiting.around.models import Page, PageVersion
from recruiting.around.rows import may_change, page_rows
from recruiting.around.views import wrong_answers, wrong_title
from surveys.forms import check_answers
from surveys.languages.translations import in_language
from surveys.questionnaires.loading import example_source, load_questionnaire
from surveys.questionnaires.spec import NOTHING, PageKind
from surveys.questions import questions

Context = dict[str, object]


def around_work(request: HttpRequest, frame: Context, pk: int) -> HttpResponse:
    """Show the batch's consent form and questionnaires."""
    batch = batch_for_researcher(user_of(request), pk)
    may_write = is_writer(user_of(request), batch.project_id)
    rows = page_rows(batch, may_write=may_write)
    consent = next(row.batch_page for row in rows if row.page == Page.CONSENT)
    cursor = cursor_of(request.GET)
    context = {
        **frame,
        "title": _("Consent and questionnaires"),
        "batch": batch,
        "here": "around",
        "may_write": may_write,
        "rows": rows,
        "consents": consents_of(batch, consent.version if consent else None),
        "decisions": window(decisions_of(batch), LATEST_FIRST, cursor, size=PER_PAGE),
        "shows_decisions": cursor is not None,
    }
    return TemplateResponse(request, "desk/around/pages.html", context)


@require_POST
def choose_page(request: HttpRequest, pk: int, page: str) -> HttpResponse:
    """Use the example or one of the project's texts as this page of the batch. With the action
    `detach`, remove the page from the batch."""
    batch = batch_for_researcher(user_of(request), pk, write=True)
    kind = _known(page)
    by = user_of(request)
    with refusals_shown(request):
        if request.POST.get("action") == "detach":
            detach_page(batch=batch, page=page, by=by)
            messages.success(request, _("“%(name)s” removed.") % {"name": kind.label})
        else:
            attach_page(batch=batch, version=_chosen(request, batch, page), by=by)
            messages.success(request, _("Saved."))
    return redirect("admin:around", pk)


def _chosen(request: HttpRequest, batch: Batch, page: str) -> PageVersion:
    if request.POST.get("action") == "example":
        source = example_source(PageKind(page))
        return store_page(batch=batch, page=page, source=source, by=user_of(request))
    chosen = whole_number(request.POST.get("version", ""))
    versions = PageVersion.objects.filter(project=batch.project_id, page=page)
    return get_object_or_404(versions, pk=-1 if chosen is None else chosen)


def write_page(request: HttpRequest, frame: Context, pk: int, page: str) -> HttpResponse:
    """Show an editor with the page's current text, or with the example. A POST stores the text and
    uses it for the batch, or shows its problems."""
    batch = batch_for_researcher(user_of(request), pk, write=True)
    kind = _known(page)
    if not may_change(batch, page):
        return redirect("admin:around", pk)
    source = _source(batch, page)
    problems: list[str] = []
    if request.method == "POST":
        source = request.POST.get("source", "")
        try:
            version = store_page(batch=batch, page=page, source=source, by=user_of(request))
            attach_page(batch=batch, version=version, by=user_of(request))
        except DocumentError as error:
            problems = [str(problem) for problem in error.problems]
        except RateroomError as error:
            problems = [str(error)]
        else:
            messages.success(request, _("Saved."))
            return redirect("admin:around", pk)
    context = {
        **frame,
        "title": kind.label,
        "batch": batch,
        "page": page,
        "source": source,
        "problems": problems,
        "asks_again": batch.state != Batch.State.DRAFT,
    }
    status = 422 if problems else 200
    return TemplateResponse(request, "desk/around/write.html", context, status=status)


def _source(batch: Batch, page: str) -> str:
    if batch_page := pages_of(batch).get(page):
        return batch_page.version.source
    if page == Page.CONSENT and batch.consent_text:
        return source_of(batch.consent_text)
    return example_source(PageKind(page))


def look_at_page(request: HttpRequest, pk: int, page: str) -> HttpResponse:
    """Show a preview of the page, with the current source or the submitted `source`. If the
    previewed form was submitted, its answers are checked, but nothing is stored."""
    batch = batch_for_researcher(user_of(request), pk)
    kind = _known(page)
    source = request.POST.get("source") or _source(batch, page)
    try:
        spec = load_questionnaire(source)
    except DocumentError as error:
        context: Context = {"problems": error.problems}
        return TemplateResponse(request, "hits/rubric_problems.html", context, status=422)
    language = batch.language or get_language()
    rubric = spec.spoken(language)
    answered = "_attempt" in request.POST
    raw = request.POST.dict() if answered else {}
    checked = check_answers(questions(rubric, NOTHING), raw) if answered else None
    problems = list(checked.problems) if checked else []
    wrong = spec.wrong(checked.values) if checked and not problems else []
    context = {
        "batch": batch,
        "page": kind.value,
        "rubric": rubric,
        "panels": fill(rubric, NOTHING, raw, [*problems, *wrong_answers(wrong)]),
        "problems": [*problems, *wrong_answers(wrong)],
        "problems_title": wrong_title(wrong),
        "attempt": 1,
        "tries_left": spec.tries,
        "instructions": in_language(batch.rubric_version.spec, language)
        if page == Page.COMPREHENSION
        else None,
        "is_preview": True,
        "is_accepted": answered and not problems and not wrong,
        "source": source,
    }
    return TemplateResponse(request, "recruiting/around/page.html", context)


@require_POST
def page_answers(request: HttpRequest, pk: int, page: str) -> HttpResponse:
    """Download the answers to a page as a CSV file, with pseudonyms if requested."""
    batch = batch_for_researcher(user_of(request), pk)
    batch_page = pages_of(batch).get(_known(page))
    if batch_page is None:
        raise Http404
    text = export_page(
        batch=batch,
        version=batch_page.version,
        with_pseudonyms=request.POST.get("pseudonyms") == "yes",
        by=user_of(request),
    )
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="batch-{batch.pk}-{page}.csv"'
    response["Cache-Control"] = "no-store"
    return response


def _known(page: str) -> Page:
    if page not in Page.values:
        raise Http404
    return Page(page)
