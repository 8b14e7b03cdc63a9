"""The page to merge two annotators of a batch, who are entered by pseudonym."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from hits.access import batch_for_researcher
from hits.models import Batch
from people.access import project_for_owner, user_of
from people.models import User
from recruiting.long_merges import ask_for_merge, is_long_merge
from recruiting.merging import NotMerged, merge_people, person_called


class MergeForm(forms.Form):
    """A form with two pseudonyms from the batch. Its cleaned values are the two people."""

    stays = forms.CharField(
        max_length=20,
        label=gettext_lazy("Person to keep"),
        help_text=gettext_lazy("A pseudonym of this batch, for example R-7K2M9Q."),
    )
    goes = forms.CharField(max_length=20, label=gettext_lazy("Duplicate person"))
    sure = forms.BooleanField(label=gettext_lazy("I understand that this cannot be undone"))

    def __init__(self, batch: Batch, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.batch = batch

    def clean_stays(self) -> User:
        return self._person("stays")

    def clean_goes(self) -> User:
        return self._person("goes")

    def _person(self, field: str) -> User:
        try:
            return person_called(self.batch, self.cleaned_data[field], field=field)
        except NotMerged as error:
            raise ValidationError(str(error)) from error


def merge_page(request: HttpRequest, frame: dict[str, object], pk: int) -> HttpResponse:
    """Show the consequences of merging two annotators, and the form. A POST merges them, or starts
    a background task if there is a lot of work. Only owners can merge annotators."""
    batch = batch_for_researcher(user_of(request), pk)
    project = project_for_owner(user_of(request), batch.project_id)
    form = MergeForm(batch, request.POST or None)
    if request.method == "POST" and form.is_valid():
        people = {name: form.cleaned_data[name] for name in ("goes", "stays")}
        try:
            if is_long_merge(people["goes"]):
                task = ask_for_merge(batch=batch, by=user_of(request), **people)
                return redirect("admin:task", task.pk)
            merge_people(project=project, by=user_of(request), **people)
        except NotMerged as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("Annotators merged"))
            return redirect("admin:links", batch.pk)
    context = {**frame, "title": _("Merge annotators"), "batch": batch, "form": form}
    return TemplateResponse(request, "desk/merge.html", context)
