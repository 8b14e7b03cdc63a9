"""The page with a project's settings."""

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from desk.headings import facts_of
from desk.members.forms import SettingsForm
from desk.pages import ChangePage, Values
from hits.amounts import money
from payments.posting import available
from people.access import is_writer, project_for_member, project_for_writer
from people.members import change_project

FACTS = ("name", "currency", *SettingsForm.Meta.fields[1:])


class ProjectSettings(ChangePage):
    """A project's settings for all its batches. People who can change the project see a form, and
    others see text. Only superusers can change the storage limit."""

    template_name = "desk/project_settings.html"
    title = gettext_lazy("Project settings")
    button = gettext_lazy("Save")
    form_class = SettingsForm

    def check_access(self) -> None:
        find = project_for_writer if self.request.method == "POST" else project_for_member
        self.project = find(self.user, self.kwargs["pk"])
        self.back = self.project.name

    def get_form_kwargs(self) -> Values:
        return super().get_form_kwargs() | {"instance": self.project}

    def get_form(self, form_class: type[SettingsForm] | None = None) -> SettingsForm:
        form = super().get_form(form_class)
        if not self.user.is_superuser:
            del form.fields["storage_gb"]
        return form

    def get_success_url(self) -> str:
        return reverse("admin:project_settings", args=[self.kwargs["pk"]])

    def write(self, cleaned: Values) -> str:
        change_project(project=self.project, changes=cleaned, by=self.user)
        return _("Saved.")

    def get_context_data(self, **more: object) -> Values:
        may_write = is_writer(self.user, self.project.pk)
        return super().get_context_data(
            project=self.project,
            balance=money(available(self.project), self.project.currency),
            may_write=may_write,
            facts=facts_of(self.project, [] if may_write else FACTS),
            **more,
        )
