"""The study plan of a batch. It is written for a draft, and later shown with the results."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from analysis.report.osf import osf_form
from analysis.report.plan import hypothesis_of
from analysis.requests import plan_to_read
from desk.pages import FormPage, Values
from desk.steps.steps import saved_address
from hits.access import batch_for_researcher
from hits.batches.rule_plans import STATED
from hits.models import Batch, Hypothesis
from people.access import is_writer, user_of
from quality.declared.declaring import criteria_to_compare, set_hypothesis


class PlanForm(forms.ModelForm):
    """The form for a batch's hypothesis and its primary comparison of two systems."""

    class Meta:
        model = Hypothesis
        fields = STATED

    def ask(self, batch: Batch, *, may_write: bool) -> None:
        """Offer the batch's systems and criteria as choices. Disable all fields if `may_write` is
        false."""
        systems = list(batch.systems.order_by("name").values_list("name", "name"))
        criteria = list(criteria_to_compare(batch).items())
        for name, choices in (("criterion", criteria), ("system", systems), ("against", systems)):
            self.fields[name].widget = forms.Select(choices=[("", "–"), *choices])
        for name in ("text", "size_reason"):
            self.fields[name].widget.attrs["rows"] = 3
        self.fields["text"].required = False
        for field in self.fields.values():
            field.disabled = not may_write


class PlanPage(FormPage):
    title = gettext_lazy("Study plan")
    template_name = "desk/quality/plan.html"
    form_class = PlanForm

    def check_access(self) -> None:
        is_post = self.request.method == "POST"
        self.batch = batch_for_researcher(self.user, self.kwargs["pk"], write=is_post)
        self.may_write = is_writer(self.user, self.batch.project_id)

    def get_form_kwargs(self) -> Values:
        return super().get_form_kwargs() | {"instance": hypothesis_of(self.batch)}

    def get_form(self, form_class: type[PlanForm] | None = None) -> PlanForm:
        form = super().get_form(form_class)
        form.ask(self.batch, may_write=self.may_write)
        return form

    def write(self, cleaned: Values) -> str:
        set_hypothesis(batch_id=self.batch.pk, stated=cleaned, by=self.user)
        return _("Saved.")

    def get_success_url(self) -> str:
        return saved_address(self.request, self.batch, "admin:batch_plan")

    def get_context_data(self, **more: object) -> Values:
        return super().get_context_data(
            batch=self.batch,
            may_write=self.may_write,
            is_draft=self.batch.state == Batch.State.DRAFT,
            lines=plan_to_read(self.batch, self.user),
            **more,
        )


@require_safe
def osf_file(request: HttpRequest, pk: int) -> HttpResponse:
    """Download the study plan as Markdown, in the order of OSF's preregistration questions."""
    batch = batch_for_researcher(user_of(request), pk)
    return HttpResponse(
        osf_form(batch),
        content_type="text/markdown; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="osf-{batch.pk}.md"'},
    )
