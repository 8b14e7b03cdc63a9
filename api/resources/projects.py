"""Projects: settings, archiving and balance."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from django.db.models import QuerySet
from rest_framework import serializers

from api.operations import PEOPLE, Operation, Resource, token_of
from api.problems import Invalid
from api.resources.people import owned
from api.resources.shapes import KnownFieldsOnly, ModelTerms, Money, names
from core.errors import Problem
from hits.archive import archive, delete, take_from_archive
from payments.posting import available
from people.access import projects_for
from people.members import change_project, create_project
from people.models import Project

SETTINGS = ("hourly_floor", "megapixels", "retention_months", "retention_erases_texts")


class ProjectShape(serializers.ModelSerializer):
    """A project, which has datasets, rubrics, batches and payments."""

    archived = serializers.SerializerMethodField()

    class Meta:
        model = Project
        fields = names("id name currency", *SETTINGS, "created_at archived")

    def get_archived(self, project: Project) -> bool:
        return project.archived_at is not None


class NewProject(KnownFieldsOnly, serializers.ModelSerializer):
    """A new project. You become its owner."""

    class Meta:
        model = Project
        fields = names("currency name", *SETTINGS)
        extra_kwargs: ClassVar[dict[str, Any]] = {"name": {"validators": []}}


class ProjectTerms(ModelTerms):
    """Settings of a project. Settings that you leave out do not change. You cannot change the
    currency."""

    class Meta:
        model = Project
        fields: ClassVar[list[str]] = ["name", *SETTINGS]
        extra_kwargs: ClassVar[dict[str, object]] = {
            name: {"required": False, "validators": []} for name in fields
        }


class Balance(serializers.Serializer):
    """The money a project can spend. Reserved money is not included."""

    currency = serializers.CharField()
    available = Money()


class Projects(Resource):
    @Operation("list_projects", answer=ProjectShape, paged=True)
    def get(self) -> QuerySet[Project]:
        """List the projects that you have a role in."""
        return projects_for(self.user)

    @Operation("make_project", body=NewProject, answer=ProjectShape, status=201, scope=PEOPLE)
    def post(self, sent: dict[str, object]) -> Project:
        """Create a project. A token that is limited to one project cannot create other projects."""
        if token_of(self.request).project_id is not None:
            raise Invalid([Problem("This token is for one project only. Use another token.")])
        return self.made(create_project(project=Project(**sent), by=self.user))


class OneProject(Resource):
    def entity(self) -> Mapping[str, object]:
        """Return the project as a GET does, and lock the project until the write is done."""
        self.project(self.kwargs["project"])
        Project.objects.select_for_update(no_key=True).get(pk=self.kwargs["project"])
        return ProjectShape(self.project(self.kwargs["project"])).data

    @Operation("read_project", answer=ProjectShape)
    def get(self, project: int) -> Project:
        """Return one project."""
        return self.project(project)

    @Operation("change_project", body=ProjectTerms, answer=ProjectShape)
    def patch(self, project: int, sent: dict[str, object]) -> Project:
        """Change the project's settings."""
        row = self.project(project, write=True)
        change_project(project=row, changes=sent, by=self.user)
        return self.project(project)

    @Operation("delete_project", scope=PEOPLE)
    def delete(self, project: int) -> None:
        """Delete the project, unless something depends on it. Owners only."""
        delete(row=owned(self, project), by=self.user)
        self.subjects.project = None


def act_on_project(name: str, words: str, change: Callable[..., bool]) -> type[Resource]:
    """Return a resource with the POST operation `name`, which calls `change` on a project. Only
    owners can use it. A repeat changes nothing."""

    class ActOnProject(Resource):
        def post(self, project: int) -> Project:
            change(row=owned(self, project), by=self.user)
            return self.project(project)

        post.__doc__ = words
        post = Operation(name, answer=ProjectShape)(post)  # type: ignore[assignment]

    ActOnProject.__name__ = name
    return ActOnProject


ArchiveProject = act_on_project(
    "archive_project", "Hide the project from lists. Owners only.", archive
)
UnarchiveProject = act_on_project(
    "unarchive_project", "Show the project in lists again. Owners only.", take_from_archive
)


class ProjectBalance(Resource):
    @Operation("read_balance", answer=Balance)
    def get(self, project: int) -> dict[str, Any]:
        """Return the balance that is available for batches and bonuses."""
        row = self.project(project)
        return {"currency": row.currency, "available": available(row)}
