"""Payments in the admin: goodwill and payout lists on a project's page, bonuses and reversals as
actions."""

from decimal import Decimal
from operator import attrgetter
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.database.choosing import choose, is_looking
from core.database.keyset import Key, cursor_of, window_of_sorted
from core.errors import RateroomError
from hits.models import Assignment, Enrolment
from hits.money.bonuses import pay_bonus, pay_goodwill
from payments.admin.reversing import ask, project_for_writing
from payments.payouts import payable, payout_csv, payout_lists, record_payouts
from payments.posting import available
from people.access import user_of
from people.models import Project, User

BY_NAME = (Key("username"), Key("pk"))
PER_PAGE = 100  # people who have something coming


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


class GoodwillForm(PaymentForm):
    """To one of the project's annotators."""

    annotator = forms.ModelChoiceField(
        User.objects.none(),
        label=gettext_lazy("Annotator"),
        error_messages={"required": gettext_lazy("Choose who is paid.")},
    )
    field_order = ("annotator", "amount", "reason", "key")

    def __init__(self, *args: Any, project: Project, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        enrolled = Enrolment.objects.filter(annotator=OuterRef("pk"), batch__project=project)
        self.people = User.objects.filter(Exists(enrolled))
        self.fields["annotator"].queryset = self.people  # type: ignore[attr-defined]


def say_recorded(request: HttpRequest, new: bool) -> None:
    if new:
        messages.success(request, _("The payment is recorded."))
    else:
        messages.info(request, _("This form was recorded before; nothing was changed."))


def goodwill_page(site: admin.AdminSite, request: HttpRequest, pk: int) -> HttpResponse:
    """Pay an annotator of the project for no assignment in particular."""
    project = project_for_writing(request, pk)
    if is_looking(request.POST, "annotator"):
        form = GoodwillForm(project=project, initial=request.POST.dict())
    else:
        form = GoodwillForm(request.POST or None, project=project)
    if form.is_bound and form.is_valid():
        try:
            is_new = pay_goodwill(
                project=project,
                by=user_of(request),
                **form.cleaned_data,
            )
            say_recorded(request, is_new)
            return HttpResponseRedirect(reverse("admin:people_project_change", args=[pk]))
        except RateroomError as error:
            form.add_error(None, str(error))
    page = {
        "form": form,
        "chooser": choose(
            request.POST or request.GET,
            "annotator",
            form.people,
            keys=BY_NAME,
            lookup="username__icontains",
        ),
        "address": request.path,
        "project": project,
        "available": available(project),
        "title": _("Pay a goodwill"),
    }
    return render(
        request, "admin/hits/project/goodwill.html", {**site.each_context(request), **page}
    )


def payouts_page(site: admin.AdminSite, request: HttpRequest, pk: int) -> HttpResponse:
    """Who has something coming, the button that records it as a list, and the lists so far."""
    project = project_for_writing(request, pk)
    if request.method == "POST":
        try:
            number = record_payouts(
                project=project,
                name=request.POST.get("name", ""),
                by=user_of(request),
            )
            recorded = ngettext(
                "%(number)d payout is recorded.", "%(number)d payouts are recorded.", number
            )
            messages.success(request, recorded % {"number": number})
        except RateroomError as error:
            messages.error(request, str(error))
        return HttpResponseRedirect(reverse("admin:people_project_payouts", args=[pk]))
    due = payable(project)
    page = {
        "project": project,
        "window": window_of_sorted(
            due, cursor_of(request.GET), size=PER_PAGE, number=attrgetter("annotator.pk")
        ),
        "people": len(due),
        "total": sum((row.amount for row in due), Decimal(0)),
        "lists": payout_lists(project),
        "name": f"{timezone.now():%Y-%m-%d}-{get_random_string(6).lower()}",
        "title": _("Pay out earnings"),
    }
    return render(
        request, "admin/hits/project/payouts.html", {**site.each_context(request), **page}
    )


def payouts_file(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    """A recorded list as CSV."""
    project = project_for_writing(request, pk)
    if not any(payout_list.name == name for payout_list in payout_lists(project)):
        raise Http404
    response = HttpResponse(payout_csv(project, name), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="payouts-{project.pk}-{name}.csv"'
    return response


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
                project_for_writing(request, assignment.batch.project_id)
                paid += pay_bonus(assignment=assignment, by=user, **cleaned)
    except RateroomError as error:
        messages.error(request, str(error))
    else:
        outcome = ngettext("%(number)d bonus is paid.", "%(number)d bonuses are paid.", paid)
        messages.success(request, outcome % {"number": paid})
    return None
