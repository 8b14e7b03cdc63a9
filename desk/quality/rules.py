"""The page of a batch's exclusion rules. Rules are declared for a draft, previewed on its pilot,
locked and hashed at publication, and applied on request."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from core.database.whole_numbers import whole_number
from core.errors import RateroomError
from desk.refusals import refusals_shown
from hits.access import batch_for_researcher
from hits.batches.rule_plans import declaration, sha256_of
from hits.models import BackgroundTask, Batch, DeclaredRule, JudgeMargin, RulePlan
from hits.review.exclusions import LONGEST
from hits.review.rules_status import rules_status
from people.access import is_writer, user_of
from people.models import User
from quality.declared.applying import Previews, apply_declared, library_rule, preview_all, why_not
from quality.declared.declaring import declare_rule, set_judge_margin, withdraw_rule
from quality.declared.rejecting import reject_declared
from quality.long_rules import ask_for_declared, is_long_declared, is_long_rule
from quality.rule_fields import number_field
from quality.rules import ExclusionRule, RulePreview, preview_rule, rules
from recruiting.rejection import notes_on_rejection, why_prolific_refuses

Effect = DeclaredRule.Effect


class NumberForm(forms.Form):
    """A form for the number of one rule in the library. It shows the rule's effect in the pilot."""

    def __init__(self, rule: ExclusionRule, number: int, effect: str) -> None:
        super().__init__(auto_id=f"{rule.name}_%s", initial={"number": number})
        self.fields["number"] = number_field(rule)
        self.rule, self.number, self.effect = rule, number, effect


class MarginForm(forms.Form):
    margin = forms.DecimalField(
        label=_lazy("Margin for judges"),
        help_text=_lazy("For example 0.1. Leave blank to show differences only."),
        min_value=Decimal("0.01"),
        max_value=Decimal("0.99"),
        decimal_places=2,
        required=False,
    )


@dataclass(frozen=True)
class DeclaredRow:
    """A declared rule. `preview` is its effect if this was requested. `forbidden` is the reason why
    the rule cannot reject responses, or "" if it can."""

    rule: DeclaredRule
    title: str
    preview: RulePreview | None
    forbidden: str

    @property
    def does(self) -> str:
        return preview_in_words(self.preview, self.rule.effect) if self.preview else ""


def preview_in_words(preview: RulePreview, effect: str) -> str:
    """Return the effect of a rule as text, for example “would exclude 12 of 400 responses, from 3
    of 40 people”."""
    numbers = {
        "annotators": preview.annotators,
        "people": preview.people,
        "answers": preview.answers,
        "counted": preview.counted,
    }
    if effect == Effect.REJECT:
        return (
            _(
                "would reject %(answers)s of %(counted)s responses to review, from "
                "%(annotators)s of %(people)s people"
            )
            % numbers
        )
    return (
        _(
            "would exclude %(answers)s of %(counted)s responses, from %(annotators)s of "
            "%(people)s people"
        )
        % numbers
    )


def rules_page(request: HttpRequest, frame: dict[str, object], pk: int) -> HttpResponse:
    """Show the declared rules and, with `?look`, their effect. For a draft, this is the effect in
    its pilot, which is always shown if the pilot is small."""
    user = user_of(request)
    batch = batch_for_researcher(user, pk)
    is_draft = batch.state == Batch.State.DRAFT
    looked_at = batch.pilot if is_draft else batch
    status = rules_status(batch)
    margin = JudgeMargin.objects.filter(batch=batch).first()
    previews = None
    is_quick = is_draft and looked_at is not None and not is_long_rule(looked_at)
    if looked_at is not None and (is_quick or "look" in request.GET):
        previews = preview_all(batch=looked_at, declared=status.declared)
    context = {
        **frame,
        "title": _("Exclusion rules"),
        "batch": batch,
        "is_draft": is_draft,
        "looked_at": looked_at,
        "previews": previews,
        "together": _together(previews),
        "declared": list(_rows(batch, status.declared, previews)),
        "plan": status.plan,
        "sha256": status.plan.sha256 if status.plan else sha256_of(declaration(batch)),
        "forms": list(_library(batch, request.GET)) if is_draft else [],
        "margin": margin,
        "margin_form": MarginForm(initial={"margin": margin.margin if margin else None}),
        "applied": status.applied,
        "notes": list(notes_on_rejection(batch)),
        "longest": LONGEST,
        "may_write": is_writer(user, batch.project_id),
    }
    return TemplateResponse(request, "desk/quality/rules.html", context)


def _library(batch: Batch, typed: Mapping[str, str]) -> Iterator[NumberForm]:
    """Yield a form for each rule that a draft can declare. `typed` has the number that the user
    entered for one of the rules."""
    pilot = batch.pilot
    shows = pilot is not None and not is_long_rule(pilot)
    for rule in rules().values():
        is_typed = typed.get("rule") == rule.name
        number = (whole_number(typed.get("number", "")) if is_typed else None) or rule.start
        effect = _effect_in(pilot, rule, number) if pilot is not None and shows else ""
        yield NumberForm(rule, number, effect)


def _effect_in(pilot: Batch, rule: ExclusionRule, number: int) -> str:
    try:
        preview = preview_rule(batch=pilot, rule=rule, number=number)
    except RateroomError as error:
        return str(error)
    return preview_in_words(preview, Effect.EXCLUDE)


def _together(previews: Previews | None) -> str:
    if previews is None or previews.together is None:
        return ""
    return preview_in_words(previews.together, Effect.EXCLUDE)


def _rows(
    batch: Batch, declared: Sequence[DeclaredRule], previews: Previews | None
) -> Iterator[DeclaredRow]:
    by_rule: Mapping[int, RulePreview] = (
        {rule.pk: preview for rule, preview in previews.by_rule} if previews else {}
    )
    for rule in declared:
        library = library_rule(rule)
        forbidden = ""
        if rule.effect == Effect.REJECT and batch.state != Batch.State.DRAFT:
            forbidden = why_not(rule)
        elif rule.effect == Effect.REJECT and library.ground is not None:
            forbidden = why_prolific_refuses(library.ground, rule.number)
        yield DeclaredRow(rule, library.in_words(rule.number), by_rule.get(rule.pk), forbidden)


@require_safe
def plan(request: HttpRequest, pk: int) -> HttpResponse:
    """Download the text of the rules that was hashed at publication. For a draft, this is the text
    that publishing would hash."""
    batch = batch_for_researcher(user_of(request), pk)
    frozen = RulePlan.objects.filter(batch=batch).first()
    text = frozen.text if frozen else declaration(batch)
    return HttpResponse(
        text,
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="rules-{batch.pk}.json"'},
    )


@require_POST
def act_on_rules(request: HttpRequest, pk: int) -> HttpResponse:
    """Declare, remove or apply a rule, or set the judge margin. With `look`, only show the rule's
    effect in the pilot."""
    user = user_of(request)
    batch = batch_for_researcher(user, pk, write=True)
    if "look" in request.POST:
        typed = urlencode({name: request.POST.get(name, "") for name in ("rule", "number")})
        page = reverse("admin:batch_rules", args=[batch.pk])
        return redirect(f"{page}?{typed}#library")
    with refusals_shown(request):
        outcome = _act(batch, request.POST, user)
        if isinstance(outcome, BackgroundTask):
            return redirect("admin:task", outcome.pk)
        messages.success(request, outcome)
    return redirect("admin:batch_rules", batch.pk)


def _act(batch: Batch, sent: Mapping[str, str], by: User) -> str | BackgroundTask:
    """Perform the submitted action. Return a message or, if the action takes long, its background
    task. Raises RateroomError if the action is impossible, and Http404 for a rule of another
    batch."""
    if "declare" in sent:
        number = whole_number(sent.get("number", "")) or 0
        is_new = declare_rule(
            batch_id=batch.pk,
            name=sent.get("rule", ""),
            number=number,
            effect=sent["declare"],
            by=by,
        )
        return _("Saved.") if is_new else _("This rule has already been added.")
    if "margin" in sent:
        return _set_margin(batch, sent, by)
    declared_id = whole_number(sent.get("declared", "")) or 0
    declared = DeclaredRule.objects.filter(batch=batch, pk=declared_id).first()
    if declared is None:
        raise Http404
    if "withdraw" in sent:
        withdraw_rule(batch_id=batch.pk, declared_id=declared.pk, by=by)
        return _("“%(name)s” removed.") % {"name": declared.written}
    if batch.state in {Batch.State.DRAFT, Batch.State.PUBLISHING}:
        raise RateroomError(_("No responses yet."), remedy=_("Publish the batch first."))
    if is_long_declared(declared):
        return ask_for_declared(declared=declared, reason=sent.get("reason", ""), by=by)
    if declared.effect == Effect.REJECT:
        number = reject_declared(declared=declared, reason=sent.get("reason", ""), by=by)
        text = ngettext("%(number)s response rejected.", "%(number)s responses rejected.", number)
    else:
        number = apply_declared(declared=declared, by=by)
        text = ngettext("%(number)s response excluded.", "%(number)s responses excluded.", number)
    return text % {"number": number}


def _set_margin(batch: Batch, sent: Mapping[str, str], by: User) -> str:
    form = MarginForm(sent)
    if not form.is_valid():
        raise RateroomError(
            _("Choose a number from %(low)s to %(high)s.") % {"low": "0.01", "high": "0.99"},
            where=_("Margin for judges"),
        )
    set_judge_margin(batch_id=batch.pk, margin=form.cleaned_data["margin"], by=by)
    return _("Saved.")
