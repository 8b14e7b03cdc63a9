"""Resources for checking, storing and reading rubrics."""

from typing import Any

from django.db.models import Q, QuerySet
from django.http import Http404
from rest_framework import serializers

from api.operations import Operation, Resource
from api.resources.shapes import ProblemShape, Shape, as_data, names
from core.errors import DocumentError
from people.access import projects_for
from surveys.loading import load_rubric
from surveys.models import RubricVersion
from surveys.versions.storing import load_version

LONGEST = 1_000_000  # maximum length of the YAML in characters


class RubricSource(Shape):
    """The source of a rubric, as described in docs/rubrics.md."""

    source = serializers.CharField(  # type: ignore[assignment]  # no label of its own
        max_length=LONGEST, trim_whitespace=False, help_text="The text of the YAML file."
    )


class RubricFilter(serializers.Serializer):
    """A filter for rubrics by name."""

    name = serializers.CharField(required=False, max_length=200)


class RubricLine(serializers.ModelSerializer):
    """A version of a rubric. `project` is null for a rubric that comes with Rateroom."""

    name = serializers.CharField(source="rubric.name")
    project = serializers.IntegerField(source="rubric.project_id", allow_null=True)

    class Meta:
        model = RubricVersion
        fields = names("id name project number sha256 created_at")


class RubricShape(RubricLine):
    """A version of a rubric with its source."""

    title = serializers.CharField(source="spec.title")

    class Meta(RubricLine.Meta):
        fields = names(*RubricLine.Meta.fields, "title source")


class Checked(serializers.Serializer):
    """The result of checking a rubric. `sha256` is null if the rubric has errors."""

    valid = serializers.BooleanField()
    sha256 = serializers.CharField(allow_null=True)
    problems = ProblemShape(many=True)


class Rubrics(Resource):
    @Operation("list_rubrics", query=RubricFilter, answer=RubricLine, paged=True)
    def get(self, sent: dict[str, object]) -> QuerySet[RubricVersion]:
        """List the rubric versions that your projects can use."""
        named = {"rubric__name": sent["name"]} if "name" in sent else {}
        return _usable(self).filter(**named)


class CheckRubric(Resource):
    @Operation("check_rubric", body=RubricSource, answer=Checked, scope="read")
    def post(self, sent: dict[str, Any]) -> dict[str, object]:
        """Check a rubric for errors. Nothing is stored."""
        try:
            spec = load_rubric(sent["source"], document="rubric")
        except DocumentError as error:
            return {"valid": False, "sha256": None, "problems": list(map(as_data, error.problems))}
        return {"valid": True, "sha256": spec.sha256, "problems": []}


class RubricsOfProject(Resource):
    @Operation("store_rubric", body=RubricSource, answer=RubricShape, status=201)
    def post(self, project: int, sent: dict[str, Any]) -> RubricVersion:
        """Store a rubric for the project. If the project already has a rubric with this name, a new
        version is created. If that rubric already has a version with the same content, this version
        is returned."""
        row = self.project(project, write=True)
        return load_version(source=sent["source"], project=row, by=self.user)


class OneRubric(Resource):
    @Operation("read_rubric", answer=RubricShape)
    def get(self, pk: int) -> RubricVersion:
        """Return one rubric version with its source."""
        version = _usable(self).filter(pk=pk).first()
        if version is None:
            raise Http404
        return version


def _usable(view: Resource) -> QuerySet[RubricVersion]:
    of_token = Q(rubric__project__isnull=True) | Q(rubric__project__in=projects_for(view.user))
    return RubricVersion.objects.filter(of_token).select_related("rubric")
