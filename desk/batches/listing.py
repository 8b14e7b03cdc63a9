"""The page that lists the batches."""

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from desk.home.batches import batch_rows, with_activity
from desk.pages import ListPage, Values
from desk.projects import projects_looked_at
from hits.models import Batch


class BatchesFilter(forms.Form):
    title = forms.CharField(max_length=200, required=False, label=_("Batch"))
    state = forms.ChoiceField(
        choices=[("", _("All")), *Batch.State.choices], required=False, label=_("State")
    )
    archived = forms.ChoiceField(
        choices=[("", _("No")), ("1", _("Yes"))], required=False, label=_("Archived")
    )


class BatchesPage(ListPage):
    template_name = "desk/batches/list.html"
    title = _("Batches")
    size = 14
    filters = BatchesFilter

    def rows(self, wanted: Values) -> QuerySet[Batch]:
        batches = Batch.objects.filter(
            project__in=projects_looked_at(self.request),
            archived_at__isnull=not wanted.get("archived"),
        )
        if state := wanted.get("state"):
            batches = batches.filter(state=state)
        if title := wanted.get("title"):
            batches = batches.filter(title__icontains=title)
        return with_activity(batches)

    def get_context_data(self, **more: object) -> Values:
        context = super().get_context_data(**more)
        return context | {"rows": batch_rows(context["window"].rows)}
