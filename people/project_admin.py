"""Permissions in the admin: what a person sees and may change follows from their role in the
project, nothing else."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db.models import ForeignKey, ManyToManyField, Model, QuerySet
from django.forms import ModelChoiceField, ModelMultipleChoiceField
from django.http import HttpRequest

from people.access import has_projects, project_ids_of, project_ids_shown, projects_of
from people.guarded_admin import GuardedAdmin
from people.models import Project


def only_one(projects: QuerySet[Project]) -> Project | None:
    """What a form's choice of a project begins with: the only one there is."""
    first = list(projects[:2])
    return first[0] if len(first) == 1 else None


class ProjectAdmin(GuardedAdmin):
    """Rows and choices of the person's own projects; changes by owners and researchers; deleting is
    off."""

    project_path: ClassVar[str] = "project"
    # From each model that a form offers a choice of, by its name: the way to its project.
    choice_paths: ClassVar[Mapping[str, str]] = {"Project": "pk"}
    read_only: ClassVar[bool] = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """A list shows the projects looked at; a row can be opened in any of the person's."""
        ids = project_ids_shown(request) if self._is_list(request) else project_ids_of(request)
        return super().get_queryset(request).filter(**{f"{self.project_path}__in": ids})

    def _is_list(self, request: HttpRequest) -> bool:
        match = request.resolver_match
        name = f"{self.opts.app_label}_{self.opts.model_name}_changelist"
        return match is not None and match.url_name == name

    def has_module_permission(self, request: HttpRequest) -> bool:
        return has_projects(request)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        if obj is None:
            return has_projects(request)
        return self._in(obj, projects_of(request))

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        if self.read_only:
            return False
        if obj is None:
            return has_projects(request, write=True)
        return self._in(obj, projects_of(request, write=True))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return not self.read_only and has_projects(request, write=True)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def _in(self, obj: Model, projects: QuerySet[Project]) -> bool:
        return self.model.objects.filter(
            pk=obj.pk, **{f"{self.project_path}__in": projects}
        ).exists()

    def formfield_for_foreignkey(
        self, db_field: ForeignKey, request: HttpRequest, **kwargs: Any
    ) -> ModelChoiceField | None:
        kwargs.setdefault("queryset", self._choices(db_field, request))
        if db_field.related_model is Project:
            kwargs.setdefault("initial", only_one(kwargs["queryset"]))
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def formfield_for_manytomany(
        self, db_field: ManyToManyField, request: HttpRequest, **kwargs: object
    ) -> ModelMultipleChoiceField | None:
        kwargs.setdefault("queryset", self._choices(db_field, request))
        return super().formfield_for_manytomany(db_field, request, **kwargs)

    def _choices(self, db_field: Any, request: HttpRequest) -> QuerySet[Any]:
        model = db_field.related_model
        rows = model.objects.all()
        path = self.choice_paths.get(model.__name__)
        return rows.filter(**{f"{path}__in": projects_of(request, write=True)}) if path else rows
