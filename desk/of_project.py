"""Forms for new objects in a project. They ask for the project only if the user can choose between
several."""

from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from desk.pages import FormPage, PageLink, Values
from desk.projects import writable_projects
from people.models import Project


class OfProject(forms.Form):
    project = forms.ModelChoiceField(queryset=Project.objects.none(), label=_("Project"))

    def __init__(self, *args: Any, projects: QuerySet[Project], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["project"]
        first = list(projects.order_by("name")[:2])
        field.queryset, field.initial = projects, first[0] if first else None
        if len(first) == 1:
            field.widget = forms.HiddenInput()


def new_link(request: HttpRequest, words: str | Promise, route: str) -> tuple[PageLink, ...]:
    """Return a link to the form for a new object, in a tuple. The tuple is empty if the user cannot
    create objects in any project."""
    if not writable_projects(request).exists():
        return ()
    return (PageLink(words, reverse(route), is_main=True),)


class NewInProject(FormPage):
    """A page with a form for a new object, for people who can change at least one project."""

    def check_access(self) -> None:
        self.projects = writable_projects(self.request)
        if not self.projects.exists():
            raise PermissionDenied

    def get_form_kwargs(self) -> Values:
        return super().get_form_kwargs() | {"projects": self.projects}
