"""The excluded responses of a batch by rule, and the preview of a rule before it is applied."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from core.database.keyset import PER_PAGE, cursor_of, window_of_sorted
from hits.access import batch_for_researcher
from hits.models import Batch, Exclusion
from hits.review.exclusions import LONGEST, exclusions_by_rule, included_again, take_back_exclusions
from people.access import is_writer, user_of
from quality.long_rules import ask_for_rule, ask_for_take_back, is_long_rule
from quality.rule_fields import number_field
from quality.rules import ExclusionRule, apply_rule, preview_rule, rules


class RuleForm(forms.Form):
    """A form with the number of an exclusion rule, and the reason to apply the rule."""

    number = forms.IntegerField()
    reason = forms.CharField(label=gettext_lazy("Reason"), required=False, max_length=LONGEST)

    def __init__(self, data: Any, *, rule: ExclusionRule) -> None:
        super().__init__(data, auto_id=f"{rule.name}_%s", initial={"number": rule.start})
        self.fields["number"] = number_field(rule)
        self.rule = rule


def exclusions(request: HttpRequest, frame: dict[str, object], pk: int) -> TemplateResponse:
    """Show the exclusions in the batch by rule, and the available rules. If the query names a rule,
    show its effect."""
    batch = batch_for_researcher(user_of(request), pk)
    chosen = rules().get(request.GET.get("rule", ""))
    forms_of_rules = [
        RuleForm(request.GET if rule is chosen else None, rule=rule) for rule in rules().values()
    ]
    chosen_form = next((form for form in forms_of_rules if form.rule is chosen), None)
    preview = None
    if chosen_form and chosen_form.is_valid():
        number = chosen_form.cleaned_data["number"]
        preview = preview_rule(batch=batch, rule=chosen_form.rule, number=number)
    lines = exclusions_by_rule(batch)
    context = {
        **frame,
        "title": _("Excluded from the results"),
        "batch": batch,
        "window": window_of_sorted(
            lines, cursor_of(request.GET), size=PER_PAGE, number=lines.index
        ),
        "rules": forms_of_rules,
        "chosen_form": chosen_form,
        "preview": preview,
        "may_write": is_writer(user_of(request), batch.project_id),
    }
    return TemplateResponse(request, "desk/exclusions.html", context)


@require_POST
def exclude(request: HttpRequest, pk: int) -> HttpResponse:
    """Apply an exclusion rule, or undo its exclusions. In a large batch, a background task does
    this."""
    batch = batch_for_researcher(user_of(request), pk, write=True)
    if "take_back" in request.POST:
        return _take_back(request, batch, request.POST["take_back"])
    if rule := rules().get(request.POST.get("rule", "")):
        form = RuleForm(request.POST, rule=rule)
        if form.is_valid():
            chosen = {"batch": batch, "rule": rule, "by": user_of(request), **form.cleaned_data}
            if is_long_rule(batch):
                return redirect("admin:task", ask_for_rule(**chosen).pk)
            number = apply_rule(**chosen)
            text = ngettext(
                "%(number)s response excluded.", "%(number)s responses excluded.", number
            )
            messages.success(request, text % {"number": number})
    return redirect("admin:exclusions", pk)


def _take_back(request: HttpRequest, batch: Batch, rule: str) -> HttpResponse:
    page = redirect("admin:exclusions", batch.pk)
    if rule == Exclusion.REJECTED:
        messages.error(
            request, _("To include rejected responses again, overturn their rejections.")
        )
        return page
    if is_long_rule(batch):
        task = ask_for_take_back(batch=batch, rule=rule, by=user_of(request))
        return redirect("admin:task", task.pk)
    number = take_back_exclusions(batch=batch, rule=rule, by=user_of(request))
    messages.success(request, included_again(number))
    return page
