"""Adjudication pages: the rule with the list of HITs that need a decision, and the page to decide
on one HIT."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.response import TemplateResponse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core.database.whole_numbers import whole_number
from desk.refusals import refusals_in
from desk.review.answers import answers_to
from hits.access import batch_for_researcher
from hits.models import HIT, Adjudication, AdjudicationRule, Batch
from hits.page.form import fill
from hits.page.views.assignments import allow_linked_media
from hits.review.adjudication import Decided, adjudicate, differing, next_differing, state_rule
from hits.stimulus import stimulus_of_hit
from people.access import is_writer, user_of
from surveys.languages.translations import in_language

SHOWN = 50


class RuleOfAdjudication(forms.Form):
    """The form for the adjudication rule: how much answers must differ for a HIT to need a
    decision."""

    span = forms.IntegerField(
        label=gettext_lazy("Minimum difference between numbers"),
        help_text=gettext_lazy(
            "For example 2 on a scale of 1 to 5. Leave blank to ignore numbers."
        ),
        required=False,
        min_value=1,
        max_value=1000,
    )
    no_majority = forms.BooleanField(
        label=gettext_lazy("Choices without a majority"), required=False
    )


def adjudication_queue(request: HttpRequest, frame: dict[str, object], pk: int) -> HttpResponse:
    """Show the adjudication rule and the HITs that need a decision. A POST sets the rule."""
    batch = batch_for_researcher(user_of(request), pk, write=request.method == "POST")
    rule = _rule_of(batch)
    form = RuleOfAdjudication(request.POST if request.method == "POST" else _stated(rule))
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            state_rule(batch=batch, by=user_of(request), **form.cleaned_data)
            return redirect("admin:adjudication", pk)
    after = whole_number(request.GET.get("after", "")) or 0
    window = differing(rule, after=after) if rule else None
    context = {
        **frame,
        "title": _("Adjudication"),
        "batch": batch,
        "form": form,
        "rule": rule,
        "window": window,
        "hits": HIT.objects.filter(pk__in=window.hits[:SHOWN]).select_related("item").order_by("pk")
        if window
        else [],
        "more": max(0, len(window.hits) - SHOWN) if window else 0,
        "decided": Adjudication.objects.filter(hit__batch=batch, replaced_at=None).count(),
        "may_write": is_writer(user_of(request), batch.project_id),
    }
    return TemplateResponse(request, "desk/adjudication.html", context)


def _rule_of(batch: Batch) -> AdjudicationRule | None:
    return AdjudicationRule.objects.filter(batch=batch).select_related("batch").first()


def _stated(rule: AdjudicationRule | None) -> dict[str, object]:
    return {"span": rule.span, "no_majority": rule.no_majority} if rule else {"no_majority": True}


@require_http_methods(["GET", "HEAD", "POST"])
def adjudicate_hit(request: HttpRequest, pk: int, hit: int) -> HttpResponse:
    """Show a HIT with its questions and other people's answers. A POST stores the decision and goes
    on to the next HIT."""
    batch = batch_for_researcher(user_of(request), pk, write=True)
    work = HIT.objects.filter(pk=hit, batch=batch).select_related("item").first()
    if work is None:
        raise Http404
    work.batch = batch
    raw = request.POST.dict() if request.method == "POST" else {}
    decided = _decide(request, work, raw) if request.method == "POST" else None
    if decided and decided.adjudication:
        messages.success(request, _("Saved."))
        return _to_next(batch, hit)
    rubric = in_language(batch.rubric_version.spec, batch.language or get_language())
    order = "".join(rubric.letters())
    stimulus = stimulus_of_hit(work, order, viewer=user_of(request).pk)
    problems = decided.checked.problems if decided else ()
    concerns = decided.concerns if decided else ()
    context = {
        "batch": batch,
        "hit": work,
        "rubric": rubric,
        "stimulus": stimulus,
        "panels": fill(rubric, stimulus, raw, problems),
        "problems": problems,
        "concerns": concerns,
        "confirmed": raw.get("confirmed", ""),
        "comparison": answers_to(work, rubric, stimulus),
    }
    status = 422 if problems or concerns else 200
    response = render(request, "desk/adjudicate.html", context, status=status)
    return allow_linked_media(request, response, stimulus)


def _decide(request: HttpRequest, work: HIT, raw: dict[str, Any]) -> Decided:
    return adjudicate(
        hit=work,
        raw=raw,
        confirmed=str(raw.get("confirmed", "")).split(),
        language=get_language() or "",
        by=user_of(request),
    )


def _to_next(batch: Batch, hit: int) -> HttpResponse:
    rule = _rule_of(batch)
    following = next_differing(rule, after=hit) if rule else None
    if following is None:
        return redirect("admin:adjudication", batch.pk)
    return redirect("admin:adjudicate", batch.pk, following)
