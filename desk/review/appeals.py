"""Appeals against rejections: the list, and the page to decide on one appeal."""

from django import forms
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from desk.pages import ActPage, ListPage, Question, Values
from desk.projects import projects_looked_at
from hits.models import Appeal
from hits.review.appeals import LONGEST, decide_appeal
from people.access import is_writer, projects_of


class AppealsFilter(forms.Form):
    """A filter for the list of appeals: those that wait for a decision, or all."""

    show = forms.ChoiceField(
        choices=[("", gettext_lazy("All")), ("open", gettext_lazy("Waiting for a decision"))],
        required=False,
        label=gettext_lazy("State"),
    )


class AppealsPage(ListPage):
    template_name = "desk/appeals/list.html"
    title = gettext_lazy("Appeals")
    filters = AppealsFilter

    def rows(self, wanted: Values) -> QuerySet[Appeal]:
        rows = Appeal.objects.filter(
            assignment__batch__project__in=projects_looked_at(self.request)
        ).select_related("assignment__batch__project", "assignment__enrolment")
        return rows.filter(decision=Appeal.Decision.OPEN) if wanted.get("show") else rows


class AppealForm(forms.Form):
    decision = forms.ChoiceField(
        choices=[
            ("uphold", gettext_lazy("Uphold: approve and pay the response")),
            ("dismiss", gettext_lazy("Dismiss: the rejection stays")),
        ],
        widget=forms.RadioSelect,
        label=gettext_lazy("Decision"),
    )
    answer = forms.CharField(
        max_length=LONGEST,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        label=gettext_lazy("Reply"),
        help_text=gettext_lazy("Required if you dismiss the appeal."),
    )

    def clean(self) -> Values:
        if self.cleaned_data.get("decision") == "dismiss" and not self.cleaned_data.get("answer"):
            self.add_error("answer", str(self.fields["answer"].help_text))
        return self.cleaned_data


class AppealPage(ActPage):
    """The page of an appeal: its text, the rejection, and a form for people who can decide."""

    template_name = "desk/appeals/appeal.html"
    title = gettext_lazy("Appeal")
    button = gettext_lazy("Decide appeal")
    back = gettext_lazy("Appeals")
    form_class = AppealForm

    def check_access(self) -> None:
        rows = Appeal.objects.filter(assignment__batch__project__in=projects_of(self.request))
        appeal = (
            rows.select_related("assignment__batch", "assignment__enrolment", "decided_by")
            .filter(pk=self.kwargs["pk"])
            .first()
        )
        if appeal is None:
            raise Http404
        self.appeal = appeal
        self.may_decide = is_writer(self.user, appeal.assignment.batch.project_id)
        if self.request.method == "POST" and not self.may_decide:
            raise PermissionDenied

    def question(self, cleaned: Values) -> Question | None:
        if not cleaned:
            return None
        follows = (
            _("The response is approved and paid.")
            if cleaned["decision"] == "uphold"
            else _("The rejection stays, and the annotator cannot appeal again.")
        )
        reply_note = _("The annotator will see your reply. You cannot change the decision later.")
        return Question(_("Decide this appeal?"), [follows, reply_note], _("Decide appeal"))

    def get_success_url(self) -> str:
        return reverse("admin:appeals")

    def get_context_data(self, **more: object) -> Values:
        return super().get_context_data(
            appeal=self.appeal,
            assignment=self.appeal.assignment,
            may_decide=self.may_decide and not self.appeal.decision,
            **more,
        )

    def write(self, cleaned: Values) -> str:
        upheld = cleaned["decision"] == "uphold"
        done = decide_appeal(
            appeal_id=self.appeal.pk, granted=upheld, answer=cleaned["answer"], by=self.user
        )
        if not done:
            return _("Someone else has already reviewed this response.")
        return _("Appeal upheld. The response was approved.") if upheld else _("Appeal dismissed.")
