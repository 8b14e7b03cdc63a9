"""Projects: their settings, and the money there is."""

from typing import Any, ClassVar

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request

from api.operations import Operation, Resource, token_of
from api.problems import Invalid
from api.resources.shapes import KnownFieldsOnly, Money
from desk.members.forms import ProjectForm
from payments.posting import available
from people.access import projects_for
from people.members import create_project
from people.models import Project
from tabular.errors import Problem


class ProjectShape(serializers.ModelSerializer):
    """What datasets, rubrics, batches and money belong to."""

    archived = serializers.SerializerMethodField()

    class Meta:
        model = Project
        fields: ClassVar[list[str]] = [
            "id",
            "name",
            "currency",
            "hourly_floor",
            "megapixels",
            "created_at",
            "archived",
        ]

    def get_archived(self, project: Project) -> bool:
        return project.archived_at is not None


class NewProject(KnownFieldsOnly, serializers.ModelSerializer):
    """A project to be made; whoever makes it owns it."""

    class Meta:
        model = Project
        fields: ClassVar[list[str]] = ["name", "currency", "hourly_floor", "megapixels"]
        extra_kwargs: ClassVar[dict[str, Any]] = {"name": {"validators": []}}


class Balance(serializers.Serializer):
    """What a project can spend: escrow is set aside already."""

    currency = serializers.CharField()
    available = Money()


class Projects(Resource):
    @Operation("list_projects", answer=ProjectShape, paged=True)
    def get(self, _request: Request) -> QuerySet[Project]:
        """The projects in which you have a role."""
        return projects_for(self.user)

    @Operation("make_project", body=NewProject, answer=ProjectShape, status=201)
    def post(self, request: Request, sent: dict[str, Any]) -> Project:
        """Make a project. A token for one project makes none."""
        if token_of(request).project_id is not None:
            raise Invalid([Problem("The token is for one project.", remedy="Use another token.")])
        defaults = {"megapixels": 50, "currency": "USD"}
        form = ProjectForm(defaults | sent)
        if not form.is_valid():
            raise Invalid.by(form)
        project = create_project(project=form.save(commit=False), by=self.user)
        return self.made(project)


class OneProject(Resource):
    @Operation("read_project", answer=ProjectShape)
    def get(self, _request: Request, project: int) -> Project:
        """One project."""
        return self.project(project)


class ProjectBalance(Resource):
    @Operation("read_balance", answer=Balance)
    def get(self, _request: Request, project: int) -> dict[str, Any]:
        """The money that batches and bonuses can be paid from."""
        row = self.project(project)
        return {"currency": row.currency, "available": available(row)}
