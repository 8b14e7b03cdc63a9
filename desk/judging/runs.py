"""The list of judge runs with the three ways to create one, and the form for a run's settings."""

from django import forms
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.database.whole_numbers import whole_number
from desk.judging.forms import ChangeForm
from desk.judging.run import run_for
from desk.pages import ChangePage, ListPage, Values
from desk.projects import projects_looked_at
from hits.access import batch_for_researcher
from hits.models import Batch
from judges.models import JudgeRun
from judges.runs.changing import change_run, changeable
from judges.runs.plan import with_replies
from people.access import projects_of, user_of

OFFERED = 100  # the latest batches
WAYS = ("ask", "file", "upload")  # parts of a batch's page


class RunsFilter(forms.Form):
    """Filters for the list of judge runs. A link on a batch's page sets `batch`."""

    state = forms.ChoiceField(
        choices=[("", gettext_lazy("All")), *JudgeRun.State.choices],
        required=False,
        label=gettext_lazy("State"),
    )
    batch = forms.IntegerField(
        min_value=1, max_value=2**63 - 1, required=False, widget=forms.HiddenInput
    )


class RunsPage(ListPage):
    template_name = "desk/judging/runs.html"
    title = gettext_lazy("Judge runs")
    size = 12
    filters = RunsFilter

    def rows(self, wanted: Values) -> QuerySet[JudgeRun]:
        runs = JudgeRun.objects.filter(batch__project__in=projects_looked_at(self.request))
        if state := wanted.get("state"):
            runs = runs.filter(state=state)
        if batch := wanted.get("batch"):
            runs = runs.filter(batch=batch)
        return with_replies(runs).select_related("batch__project")

    def get_context_data(self, **more: object) -> Values:
        mine = projects_of(self.request, write=True)
        batches = Batch.objects.filter(
            project__in=projects_looked_at(self.request).filter(pk__in=mine.values("pk")),
            published_at__isnull=False,
            archived_at__isnull=True,
        )
        offered = batches.select_related("project").order_by("-pk")[:OFFERED]
        return super().get_context_data(offered=list(offered), **more)


def new_run(request: HttpRequest) -> HttpResponse:
    """Redirect to the form for the chosen kind of run, on the chosen batch's page for judge
    runs."""
    number, way = whole_number(request.GET.get("batch", "")), request.GET.get("way")
    if number is None:
        raise Http404
    batch = batch_for_researcher(user_of(request), number, write=True)
    place = f"#{way}" if way in WAYS else ""
    return redirect(reverse("admin:judge_batch", args=[batch.pk]) + place)


class ChangeRun(ChangePage):
    """The form for a run's settings that can still change. Questions can change until the first
    reply, and cost limits can change while the run is not running."""

    title = gettext_lazy("Settings")
    button = gettext_lazy("Save")
    form_class = ChangeForm

    def check_access(self) -> None:
        self.run = run_for(self.user, self.kwargs["pk"], write=True)
        self.back = self.run.name

    def get_form_kwargs(self) -> Values:
        own = {"instance": self.run, "batch": self.run.batch, "names": changeable(self.run)}
        return super().get_form_kwargs() | own

    def get_success_url(self) -> str:
        return reverse("admin:judge_run", args=[self.kwargs["pk"]])

    def write(self, cleaned: Values) -> str:
        change_run(run_id=self.run.pk, changes=cleaned, by=self.user)
        return _("Saved.")
