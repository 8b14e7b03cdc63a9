"""Bonuses in the admin, as an action on assignments."""

from decimal import Decimal
from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.errors import RateroomError
from hits.models import Assignment
from hits.money.bonuses import pay_bonus
from people.access import project_for_writer, user_of


def new_key() -> str:
    """Made with a form, so that the same form sent twice is one payment."""
    return get_random_string(20)


class PaymentForm(forms.Form):
    amount = forms.DecimalField(
        min_value=Decimal("0.01"), max_digits=12, decimal_places=2, label=gettext_lazy("Amount")
    )
    reason = forms.CharField(
        max_length=200, label=gettext_lazy("Reason (the annotator may read it)")
    )
    key = forms.CharField(max_length=60, widget=forms.HiddenInput, initial=new_key)


def bonus_action(
    model_admin: Any, request: HttpRequest, chosen: QuerySet[Assignment]
) -> HttpResponse | None:
    """Ask for amount and reason, then pay each chosen assignment that bonus: all of them or
    none."""
    form = PaymentForm(request.POST if "amount" in request.POST else None)
    if not form.is_valid():
        return ask(
            model_admin,
            request,
            chosen,
            form,
            "bonus",
            _("Pay a bonus on each of these assignments"),
        )
    user: Any = request.user
    cleaned, paid = form.cleaned_data, 0
    try:
        with transaction.atomic():
            for assignment in chosen.select_related("batch__project", "annotator"):
                project_for_writer(user_of(request), assignment.batch.project_id)
                paid += pay_bonus(assignment=assignment, by=user, **cleaned)
    except RateroomError as error:
        messages.error(request, str(error))
    else:
        outcome = ngettext("%(number)d bonus is paid.", "%(number)d bonuses are paid.", paid)
        messages.success(request, outcome % {"number": paid})
    return None


def ask(
    model_admin: Any,
    request: HttpRequest,
    chosen: QuerySet[Any],
    form: forms.Form,
    action: str,
    title: str,
) -> HttpResponse:
    """The page between choosing rows and acting on them."""
    address = reverse(
        f"admin:{model_admin.opts.app_label}_{model_admin.opts.model_name}_changelist"
    )
    page = {"form": form, "chosen": chosen, "action": action, "title": title, "address": address}
    context = {**model_admin.admin_site.each_context(request), **page, "opts": model_admin.opts}
    return render(request, "admin/hits/ask.html", context)
