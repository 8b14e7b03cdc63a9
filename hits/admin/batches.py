"""Batches in the admin: terms, cost, preview, publishing with progress, and the life of a batch."""

from functools import partial
from typing import Any, ClassVar

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import OuterRef, Q, QuerySet
from django.forms import Select
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.database.aggregates import number_of, sum_of
from core.database.form_fields import PercentField
from core.errors import RateroomError
from hits.access import batch_for_researcher
from hits.admin.audience import audience_page
from hits.admin.base import ProjectAdmin
from hits.admin.batch_pages import BatchList, running_page, terms_page
from hits.batches import publishing
from hits.batches.audience import who_may_work
from hits.batches.cost_preview import CostPreview, cost_preview
from hits.batches.terms.open import change_open_terms, closed_terms, open_terms
from hits.models import Assignment, Batch, Enrolment
from hits.money.escrow import batch_money
from hits.progress.times import time_spent
from hits.review.decisions import approve_assignments
from hits.terms import Step, names_in
from people.access import projects_of, user_of
from people.guarded_admin import ArchivedFilter
from stimuli.models import System
from surveys.languages.codes import own_name
from surveys.models import RubricVersion

NOT_HERE = {"required_qualification", "sample_ids"}  # they have pages of their own
FIELDSETS: Any = [
    (step.label, {"fields": [name for name in names_in(step) if name not in NOT_HERE]})
    for step in (Step.DATA, Step.PEOPLE, Step.PAY, Step.AUDIENCE, Step.SAMPLE)
]
FIELDSETS.append((gettext_lazy("Systems"), {"fields": ["systems"]}))

ACTIONS = {
    "retry": (
        publishing.retry_publishing,
        gettext_lazy("Publishing goes on from where it stopped."),
    ),
    "pause": (publishing.pause_batch, gettext_lazy("The batch is paused: no HIT is handed out.")),
    "resume": (publishing.resume_batch, gettext_lazy("The batch is live again.")),
}


@admin.register(Batch)
class BatchAdmin(ProjectAdmin):
    list_display = ("title", "project", "state", "hits_made", "answered", "waiting", "created_at")
    list_filter = ("state", ArchivedFilter)
    list_per_page = 50
    search_fields = ("title",)
    fieldsets = FIELDSETS
    change_form_template = "admin/hits/batch/change_form.html"

    class Media:
        css: ClassVar[dict[str, list[str]]] = {"all": ["admin_rateroom/admin.css"]}
        js: ClassVar[list[str]] = ["admin_rateroom/progress.js"]

    def get_changelist(self, request: HttpRequest, **kwargs: object) -> type[BatchList]:
        return BatchList

    def get_queryset(self, request: HttpRequest) -> QuerySet[Batch]:
        # Of each batch of the page alone, by `assignment_batch_state`; what is answered is counted
        # on the enrolments.
        waiting = Assignment.objects.filter(batch=OuterRef("pk"), state=Assignment.State.SUBMITTED)
        enrolments = Enrolment.objects.filter(batch=OuterRef("pk"))
        return (
            super()
            .get_queryset(request)
            .select_related("project")
            .annotate(
                waiting_count=number_of(waiting, by="batch"),
                answered_count=sum_of(enrolments, "submitted", by="batch"),
            )
        )

    @admin.display(description=gettext_lazy("waiting for review"))
    def waiting(self, batch: Batch) -> int:
        return batch.waiting_count  # type: ignore[attr-defined]

    @admin.display(description=gettext_lazy("answered"))
    def answered(self, batch: Batch) -> int:
        return batch.answered_count  # type: ignore[attr-defined]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj is None:
            return []
        by = user_of(request)
        if obj.state == Batch.State.DRAFT:
            return list(closed_terms(obj, by))
        still_open = open_terms(obj, by)
        return [
            name
            for _title, options in FIELDSETS
            for name in options["fields"]
            if name not in still_open
        ]

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: object
    ) -> Any:
        form = super().get_form(request, obj, change, **kwargs)
        if obj is not None and "language" in form.base_fields:
            form.base_fields["language"].widget = Select(choices=_languages(obj))
        if "fee_rate" in form.base_fields:
            form.base_fields["fee_rate"] = PercentField(
                label=_("Panel’s fee on the reward, in per cent"),
                max_digits=5,
                decimal_places=2,
                required=False,
                or_nothing=True,
            )
        return form

    def save_model(self, request: HttpRequest, obj: Batch, form: Any, change: bool) -> None:
        if obj.state == Batch.State.DRAFT:
            super().save_model(request, obj, form, change)
            return
        changes = {name: form.cleaned_data[name] for name in form.changed_data}
        change_open_terms(batch_id=obj.pk, changes=changes, by=user_of(request))

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "rubric_version":
            kwargs["queryset"] = self._versions(request)
        if db_field.name == "pairing_reference":
            kwargs["queryset"] = self._systems(request)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        from django.forms import CheckboxSelectMultiple

        kwargs |= {"queryset": self._systems(request), "widget": CheckboxSelectMultiple}
        return super().formfield_for_manytomany(db_field, request, **kwargs)

    def _versions(self, request: HttpRequest) -> QuerySet[RubricVersion]:
        """The versions that a batch of this researcher may use."""
        mine = Q(rubric__project__isnull=True) | Q(
            rubric__project__in=projects_of(request, write=True)
        )
        return RubricVersion.objects.filter(mine).select_related("rubric")

    def _systems(self, request: HttpRequest) -> QuerySet[System]:
        """The systems of the batch's dataset."""
        match = request.resolver_match
        pk = match.kwargs.get("object_id") if match else None
        systems = System.objects.compared().filter(dataset__project__in=projects_of(request))
        return systems.filter(dataset__batches=pk) if pk and str(pk).isdecimal() else systems

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: object = None
    ) -> HttpResponse:
        """A new batch is built in steps."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        query = request.GET.urlencode()
        return HttpResponseRedirect(reverse("admin:new_batch") + (f"?{query}" if query else ""))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        batch = self.get_object(request, object_id)
        context = {"batch_page": batch_page(batch)} if batch else {}
        return super().change_view(
            request, object_id, form_url, {**(extra_context or {}), **context}
        )

    def get_urls(self) -> list[URLPattern]:
        own = [
            path(
                "<bigint:pk>/publish/",
                self.admin_site.admin_view(self.publish),
                name="hits_batch_publish",
            ),
            path(
                "<bigint:pk>/progress/",
                self.admin_site.admin_view(self.progress),
                name="hits_batch_progress",
            ),
            path(
                "<bigint:pk>/audience/",
                self.admin_site.admin_view(partial(audience_page, self.admin_site)),
                name="hits_batch_audience",
            ),
            path(
                "<bigint:pk>/cancel/",
                self.admin_site.admin_view(self.cancel),
                name="hits_batch_cancel",
            ),
            path(
                "<bigint:pk>/close/",
                self.admin_site.admin_view(self.close),
                name="hits_batch_close",
            ),
            path(
                "<bigint:pk>/approve-all/",
                self.admin_site.admin_view(self.approve_all),
                name="hits_batch_approve_all",
            ),
            *(
                path(
                    f"<bigint:pk>/{action}/",
                    self.admin_site.admin_view(self.act),
                    {"action": action},
                    name=f"hits_batch_{action}",
                )
                for action in ACTIONS
            ),
        ]
        return own + super().get_urls()

    def publish(self, request: HttpRequest, pk: int) -> HttpResponse:
        """To the last step of the draft, which has the pre-flight, the cost and the button."""
        _writable(request, pk)
        return HttpResponseRedirect(reverse("admin:batch_step", args=[pk, "publish"]))

    def progress(self, request: HttpRequest, pk: int) -> JsonResponse:
        batch = batch_for_researcher(user_of(request), pk)
        return JsonResponse(
            {
                "state": batch.state,
                "done": batch.hits_made,
                "total": batch.hits_planned,
                "finished": batch.state != Batch.State.PUBLISHING or bool(batch.publish_error),
            }
        )

    def cancel(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Stop publishing: the batch becomes a draft again, and its escrow is given back."""
        batch = _writable(request, pk)
        if request.method == "POST":
            if publishing.cancel_publishing(batch_id=batch.pk, by=user_of(request)):
                messages.success(
                    request, _("Publishing is cancelled; in a moment the batch is a draft again.")
                )
            else:
                messages.warning(request, _("The batch was not being published any more."))
        return HttpResponseRedirect(terms_page(pk))

    def close(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask, then withdraw what is free and refund it."""
        batch = _writable(request, pk)
        if request.method != "POST":
            free = batch.assignments.unbegun().count()
            page = {"batch": batch, "free": free, "title": _("Close the batch")}
            return render(
                request,
                "admin/hits/batch/close.html",
                {**self.admin_site.each_context(request), **page},
            )
        if publishing.close_batch(batch_id=batch.pk, by=user_of(request)):
            messages.success(
                request, _("Batch closed. The cost of its unclaimed assignments was refunded.")
            )
        return HttpResponseRedirect(running_page(pk))

    def approve_all(self, request: HttpRequest, pk: int) -> HttpResponse:
        batch = _writable(request, pk)
        if request.method == "POST":
            waiting = batch.assignments.filter(state=Assignment.State.SUBMITTED).values_list(
                "pk", flat=True
            )
            done = approve_assignments(batch=batch, ids=list(waiting), by=user_of(request))
            messages.success(
                request,
                ngettext(
                    "%(number)d assignment is approved and paid.",
                    "%(number)d assignments are approved and paid.",
                    done,
                )
                % {"number": done},
            )
        return HttpResponseRedirect(running_page(pk))

    def act(self, request: HttpRequest, pk: int, action: str) -> HttpResponse:
        batch = _writable(request, pk)
        if request.method == "POST":
            write, done = ACTIONS[action]
            if write(batch_id=batch.pk, by=user_of(request)):
                messages.success(request, done)
        return HttpResponseRedirect(running_page(pk))


def _languages(batch: Batch) -> list[tuple[str, object]]:
    """(code, name) of the rubric's languages, after the choice of none."""
    codes = dict.fromkeys([*batch.rubric_version.spec.languages, *filter(None, [batch.language])])
    return [
        ("", _("Each annotator's own")),
        *((code, f"{own_name(code)} ({code})") for code in codes),
    ]


def _writable(request: HttpRequest, pk: int) -> Batch:
    if not request.user.is_staff:
        raise PermissionDenied
    return batch_for_researcher(request.user, pk, write=True)


def _cost(batch: Batch) -> CostPreview | RateroomError:
    try:
        return cost_preview(batch)
    except RateroomError as error:
        return error


def batch_page(batch: Batch) -> dict[str, object]:
    """What the batch's page shows beside its form: who may work, cost before publication, then
    progress and money."""
    people = {} if batch.state == Batch.State.CLOSED else who_may_work(batch)
    if batch.state == Batch.State.DRAFT:
        cost = _cost(batch)
        failed = isinstance(cost, RateroomError)
        return {
            "cost": None if failed else cost,
            "cost_error": str(cost) if failed else "",
            "draft": True,
            **people,
        }
    counts = batch.assignments.count_by_state()
    total = sum(counts.get(state, 0) for state in ("free", "claimed", "submitted", "approved"))
    done = counts.get("submitted", 0) + counts.get("approved", 0)
    return {
        "states": [
            (Assignment.State(state).label, counts[state])
            for state in Assignment.State.values
            if state in counts
        ],
        "total": total,
        "done": done,
        "waiting": counts.get("submitted", 0),
        "money": batch_money(batch),
        "times": time_spent(batch),
        **people,
    }
