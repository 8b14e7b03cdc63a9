"""Reviewing assignments: answers beside what was shown, approval, and rejection with a reason."""

from typing import Any, ClassVar

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.errors import RateroomError
from core.tabular.beginnings import beginning
from hits.access import batch_for_researcher
from hits.admin.base import ProjectAdmin
from hits.admin.payments import bonus_action
from hits.models import Assignment
from hits.models.work import attach_outputs
from hits.page.answered import answered_page
from hits.page.views.assignments import allow_linked_media
from hits.review.decisions import approve_assignments, overturn_rejections, reject_assignments
from hits.states import UNCLAIMED
from people.access import has_projects, user_of
from people.guarded_admin import account_name


@admin.register(Assignment)
class AssignmentAdmin(ProjectAdmin):
    project_path = "batch__project"
    read_only = True
    list_display = (
        "number",
        "batch",
        "item",
        "system",
        "pseudonym",
        "state",
        "submitted_at",
        "work_time",
        "feedback",
    )
    fields = (
        "batch",
        "enrolment",
        "state",
        "accepted_at",
        "submitted_at",
        "decided_at",
        "decided_by_account",
        "rejection",
        "reason",
        "evidence",
        "overturned_at",
        "surplus",
        "shown_order",
        "shown_language",
        "rubric_sha256",
    )
    readonly_fields = ("decided_by_account",)
    decided_by_account = account_name("decided_by", gettext_lazy("decided by"))
    list_filter = ("state",)
    linked_lookups = frozenset({"batch__id__exact"})
    list_per_page = 50
    actions = ("approve", "reject", "overturn", "bonus")
    change_form_template = "admin/hits/assignment/change_form.html"

    class Media:
        css: ClassVar[dict[str, list[str]]] = {"all": ["admin_rateroom/admin.css"]}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Assignment]:
        unseen = Q(state__in=UNCLAIMED) | Q(prefetched=True)
        visible = super().get_queryset(request).exclude(unseen)
        return visible.select_related("batch__project", "hit__item", "enrolment").order_by("-pk")

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        changelist = super().get_changelist_instance(request)
        # One query for the page's systems, not one per row.
        attach_outputs(assignment.hit for assignment in changelist.result_list)
        return changelist

    def has_review_permission(self, request: HttpRequest) -> bool:
        return has_projects(request, write=True)

    @admin.display(description=gettext_lazy("assignment"), ordering="pk")
    def number(self, assignment: Assignment) -> str:
        return f"#{assignment.pk}"

    @admin.display(description=gettext_lazy("item"))
    def item(self, assignment: Assignment) -> str:
        return assignment.hit.item.external_id

    @admin.display(description=gettext_lazy("system"))
    def system(self, assignment: Assignment) -> str:
        return ", ".join(output.system.name for output in assignment.hit.outputs)

    @admin.display(description=gettext_lazy("annotator"))
    def pseudonym(self, assignment: Assignment) -> str:
        return assignment.enrolment.pseudonym if assignment.enrolment else ""

    @admin.display(description=gettext_lazy("seconds"))
    def work_time(self, assignment: Assignment) -> str:
        return "" if assignment.work_seconds is None else f"{assignment.work_seconds:.0f}"

    @admin.display(description=gettext_lazy("reason"))
    def feedback(self, assignment: Assignment) -> str:
        return beginning(assignment.reason, 60)

    @admin.action(description=gettext_lazy("Approve and pay the selected"), permissions=["review"])
    def approve(self, request: HttpRequest, chosen: QuerySet[Assignment]) -> None:
        done = 0
        for batch, ids in _by_batch(request, chosen):
            done += approve_assignments(batch=batch, ids=ids, by=user_of(request))
        messages.success(
            request,
            ngettext(
                "%(number)d assignment is approved and paid.",
                "%(number)d assignments are approved and paid.",
                done,
            )
            % {"number": done},
        )

    @admin.action(description=gettext_lazy("Reject the selected …"), permissions=["review"])
    def reject(self, request: HttpRequest, chosen: QuerySet[Assignment]) -> HttpResponse | None:
        """Ask for the reason first: the annotator reads it."""
        if "reason" not in request.POST:
            page = {"chosen": chosen, "title": _("Reject assignments"), "opts": self.opts}
            return render(
                request,
                "admin/hits/assignment/reject.html",
                {**self.admin_site.each_context(request), **page},
            )
        done, reason = 0, request.POST["reason"]
        try:
            for batch, ids in _by_batch(request, chosen):
                done += reject_assignments(batch=batch, ids=ids, reason=reason, by=user_of(request))
        except RateroomError as error:
            messages.error(request, str(error))
        else:
            messages.success(
                request,
                ngettext(
                    "%(number)d assignment is rejected; a fresh one is open.",
                    "%(number)d assignments are rejected; fresh ones are open.",
                    done,
                )
                % {"number": done},
            )
        return None

    @admin.action(
        description=gettext_lazy("Overturn the rejection of the selected and pay"),
        permissions=["review"],
    )
    def overturn(self, request: HttpRequest, chosen: QuerySet[Assignment]) -> None:
        done = 0
        try:
            with transaction.atomic():
                for batch, ids in _by_batch(request, chosen):
                    done += overturn_rejections(batch=batch, ids=ids, by=user_of(request))
        except RateroomError as error:
            messages.error(request, str(error))
        else:
            messages.success(
                request,
                ngettext(
                    "%(number)d rejection is overturned and paid.",
                    "%(number)d rejections are overturned and paid.",
                    done,
                )
                % {"number": done},
            )

    @admin.action(description=gettext_lazy("Pay a bonus on the selected …"), permissions=["review"])
    def bonus(self, request: HttpRequest, chosen: QuerySet[Assignment]) -> HttpResponse | None:
        return bonus_action(self, request, chosen)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        assignment = self.get_object(request, object_id)
        if assignment is None:
            return super().change_view(request, object_id, form_url, extra_context)
        page = answered_page(assignment, viewer=user_of(request).pk)
        context = {**(extra_context or {}), **vars(page), "assignment": assignment}
        response = super().change_view(request, object_id, form_url, context)
        return allow_linked_media(request, response, page.stimulus)


def _by_batch(request: HttpRequest, chosen: QuerySet[Assignment]) -> list[tuple[Any, list[int]]]:
    """The chosen assignments' ids by batch, each batch by its permission function."""
    ids: dict[int, list[int]] = {}
    for pk, batch in chosen.values_list("pk", "batch_id"):
        ids.setdefault(batch, []).append(pk)
    user: Any = request.user
    return [(batch_for_researcher(user, batch, write=True), pks) for batch, pks in ids.items()]
