"""Between choosing rows and moving money: the page that asks, and who may."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.errors import RateroomError
from payments.models import Transaction
from payments.reversals import reverse_transaction
from people.access import is_writer, projects_of, user_of
from people.models import Project


def project_for_writing(request: HttpRequest, pk: int) -> Project:
    """The project, for its owners and researchers. 404 without a role, 403 for a viewer."""
    project = get_object_or_404(Project, pk=pk, pk__in=projects_of(request).values("pk"))
    if not is_writer(user_of(request), pk):
        raise PermissionDenied
    return project


class ReasonForm(forms.Form):
    reason = forms.CharField(max_length=200, label=gettext_lazy("Reason"))


def reverse_action(
    model_admin: Any, request: HttpRequest, chosen: QuerySet[Transaction]
) -> HttpResponse | None:
    """Ask for the reason, then reverse each chosen transaction: all of them or none."""
    form = ReasonForm(request.POST if "reason" in request.POST else None)
    if not form.is_valid():
        return ask(model_admin, request, chosen, form, "reverse", _("Reverse these transactions"))
    done = 0
    try:
        with transaction.atomic():
            for original in chosen:
                project_for_writing(request, original.project_id)
                done += reverse_transaction(
                    transaction_id=original.pk,
                    reason=form.cleaned_data["reason"],
                    by=user_of(request),
                )
    except RateroomError as error:
        messages.error(request, str(error))
    else:
        outcome = ngettext(
            "%(number)d transaction is reversed.", "%(number)d transactions are reversed.", done
        )
        messages.success(request, outcome % {"number": done})
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
