"""Model endpoints that judges use. Their API keys are stored but never returned."""

from collections.abc import Mapping
from typing import ClassVar

from django.db.models import QuerySet
from django.forms.models import model_to_dict
from django.http import Http404
from rest_framework import serializers

from api.operations import Operation, Resource
from api.problems import Invalid
from api.resources.shapes import ModelTerms, names
from core.errors import Problem
from judges.endpoints.form import EndpointForm
from judges.endpoints.registering import store_endpoint
from judges.models import JudgeEndpoint

TERMS = (
    "name",
    "base_url",
    "from_environment",
    "requests_per_minute",
    "concurrency",
    "timeout_seconds",
    "retries",
)
KEY = "new_key"  # the form's name for `key`
LONGEST_KEY = 4000


class EndpointShape(serializers.ModelSerializer):
    """A service that runs a model. Its API key is never returned; `has_key` says whether one is
    stored."""

    has_key = serializers.SerializerMethodField()

    class Meta:
        model = JudgeEndpoint
        fields = names("id project", *TERMS, "has_key")

    def get_has_key(self, endpoint: JudgeEndpoint) -> bool:
        return endpoint.from_environment or bool(endpoint.sealed_key)


class EndpointTerms(ModelTerms):
    """Settings of an endpoint. Settings that you leave out do not change. If you change the
    address, send its `key` again."""

    base_url = serializers.CharField(required=False, allow_blank=True, max_length=200)
    key = serializers.CharField(required=False, max_length=LONGEST_KEY)

    class Meta:
        model = JudgeEndpoint
        fields = names(*TERMS, "key")
        extra_kwargs: ClassVar[dict[str, object]] = {name: {"required": False} for name in TERMS}


class NewEndpoint(EndpointTerms):
    """A new endpoint: a name, and either an address with its key or `from_environment`."""

    class Meta(EndpointTerms.Meta):
        extra_kwargs: ClassVar[dict[str, object]] = {
            name: {"required": False} for name in TERMS[1:]
        }


class Endpoints(Resource):
    @Operation("list_endpoints", answer=EndpointShape, paged=True)
    def get(self, project: int) -> QuerySet[JudgeEndpoint]:
        """List the project's endpoints."""
        return JudgeEndpoint.objects.filter(project=self.project(project))

    @Operation("make_endpoint", body=NewEndpoint, answer=EndpointShape, status=201)
    def post(self, project: int, sent: dict[str, object]) -> JudgeEndpoint:
        """Add an endpoint that uses OpenAI's chat API, for the project's judge runs."""
        row = self.project(project, write=True)
        return _stored(self, JudgeEndpoint(project=row), sent)


class OneEndpoint(Resource):
    def entity(self) -> Mapping[str, object]:
        """Return the endpoint as a GET does, and lock the endpoint until the write is done."""
        JudgeEndpoint.objects.select_for_update(no_key=True).filter(pk=self.kwargs["pk"]).first()
        return EndpointShape(endpoint_of(self, self.kwargs["pk"])).data

    @Operation("read_endpoint", answer=EndpointShape)
    def get(self, pk: int) -> JudgeEndpoint:
        """Return one endpoint."""
        return endpoint_of(self, pk)

    @Operation("change_endpoint", body=EndpointTerms, answer=EndpointShape)
    def patch(self, pk: int, sent: dict[str, object]) -> JudgeEndpoint:
        """Change the endpoint. Runs in progress use the new settings."""
        endpoint = endpoint_of(self, pk, write=True)
        # Unchanged values are checked too, because address and key belong together.
        locked = JudgeEndpoint.objects.select_for_update(no_key=True).get(pk=pk)
        locked.project = endpoint.project
        return _stored(self, locked, sent)


def _stored(view: Resource, endpoint: JudgeEndpoint, sent: dict[str, object]) -> JudgeEndpoint:
    """Validate the settings with the form of the endpoint page, and store the endpoint. Raises
    Invalid if the form has errors."""
    values = model_to_dict(endpoint, fields=["project", *TERMS]) | sent
    values[KEY] = values.pop("key", "")
    form = EndpointForm(values, instance=endpoint)
    if not form.is_valid():
        raise Invalid(
            Problem(problem.what, "key" if problem.path == KEY else problem.path)
            for problem in Invalid.by(form).problems
        )
    return store_endpoint(endpoint=form.save(commit=False), by=view.user, changed=sent)


def endpoint_of(view: Resource, pk: int, *, write: bool = False) -> JudgeEndpoint:
    """Return the endpoint. Raises Http404 or PermissionDenied if the person has no access to its
    project."""
    endpoint = JudgeEndpoint.objects.filter(pk=pk).first()
    if endpoint is None:
        raise Http404
    endpoint.project = view.project(endpoint.project_id, write=write)
    return endpoint
