"""Pages about model endpoints: the list, and the form. Saving an endpoint also tests it."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.errors import RateroomError
from desk.pages import ChangePage, ListPage, Values
from desk.projects import chosen_project, projects_looked_at
from judges.endpoints.calling import CallFailed
from judges.endpoints.form import EndpointForm
from judges.endpoints.registering import store_endpoint
from judges.endpoints.trying import models_at
from judges.models import JudgeEndpoint
from people.access import has_projects, is_writer, projects_of

MODELS_NAMED = 5


class EndpointsPage(ListPage):
    template_name = "desk/judging/endpoints.html"
    title = gettext_lazy("Model endpoints")
    empty = gettext_lazy(
        "No model endpoints yet. Add the address of a service that is compatible with OpenAI’s "
        "chat API."
    )
    size = 12

    def rows(self, _wanted: Values) -> QuerySet[JudgeEndpoint]:
        projects = projects_looked_at(self.request)
        return JudgeEndpoint.objects.filter(project__in=projects).select_related("project")

    def get_context_data(self, **more: object) -> Values:
        writable = set(projects_of(self.request, write=True).values_list("pk", flat=True))
        return super().get_context_data(writable=writable, empty=self.empty, **more)


class EndpointPage(ChangePage):
    """The form for a new or existing endpoint, for people who can change its project."""

    title = gettext_lazy("Model endpoint")
    button = gettext_lazy("Save and test")
    back = gettext_lazy("Model endpoints")
    form_class = EndpointForm

    def check_access(self) -> None:
        self.endpoint = JudgeEndpoint()
        if "pk" not in self.kwargs:
            if not has_projects(self.request, write=True):
                raise PermissionDenied
            return
        endpoints = JudgeEndpoint.objects.filter(project__in=projects_of(self.request))
        endpoint = endpoints.filter(pk=self.kwargs["pk"]).first()
        if endpoint is None:
            raise Http404
        if not is_writer(self.user, endpoint.project_id):
            raise PermissionDenied
        self.endpoint = endpoint

    def get_initial(self) -> Values:
        project = self.request.GET.get("project") or chosen_project(self.request)
        return {**super().get_initial(), "project": project} if self.endpoint.pk is None else {}

    def get_form_kwargs(self) -> Values:
        return super().get_form_kwargs() | {"instance": self.endpoint}

    def get_form(self, form_class: type[EndpointForm] | None = None) -> EndpointForm:
        form = super().get_form(form_class)
        project: Any = form.fields["project"]
        project.queryset = projects_of(self.request, write=True)
        project.disabled = self.endpoint.pk is not None
        return form

    def get_success_url(self) -> str:
        return reverse("admin:endpoints")

    def write(self, cleaned: Values) -> str:
        endpoint = store_endpoint(endpoint=self.endpoint, by=self.user, changed=cleaned)
        return self._tested(endpoint)

    def _tested(self, endpoint: JudgeEndpoint) -> str:
        """Test the saved endpoint by requesting its list of models. Return a message about what was
        done, and show any problem as a warning."""
        try:
            models = models_at(endpoint)
        except (CallFailed, RateroomError) as error:
            words = _("The test of “%(name)s” failed: %(why)s Check the address and the key.")
            messages.warning(self.request, words % {"name": endpoint, "why": f"{error}".rstrip()})
            return _("Saved.")
        if not models:
            words = _("“%(name)s” responded, but listed no models. Check the address.")
            messages.warning(self.request, words % {"name": endpoint})
            return _("Saved.")
        words = ngettext(
            "Endpoint saved and tested. It offers %(number)s model: %(models)s.",
            "Endpoint saved and tested. It offers %(number)s models: %(models)s.",
            len(models),
        )
        named = ", ".join(models[:MODELS_NAMED]) + (" …" if len(models) > MODELS_NAMED else "")
        return words % {"number": len(models), "models": named}
