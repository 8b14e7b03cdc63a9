"""Resources for a project's Prolific workspace and for a batch's study on Prolific."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, replace
from typing import Any, ClassVar

from django.http import Http404
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied

from api.operations import MONEY, Operation, Resource
from api.problems import SECONDS_UNDER_WAY, Conflict, Invalid
from api.resources.people import owned
from api.resources.shapes import ModelTerms, Money, Shape, names
from core.errors import Problem
from recruiting.prolific.api.shapes import StudyAction, StudyState
from recruiting.prolific.connecting import WorkspaceRefused, connect
from recruiting.prolific.models import Study, Workspace
from recruiting.prolific.studies.creating import StudyUnderWay, make_study, remove_study
from recruiting.prolific.studies.planning import (
    MOST_PLACES,
    POSSIBLE,
    Plan,
    look_at_study,
    move_study,
    plan_study,
    raise_places,
)
from recruiting.prolific.studies.settings import NAMES, StudyRefused, current_settings

MOST_HITS = 2**31 - 1
TERMS = ("fee_rate", "workspace_id", "prolific_project_id", "signed_entry")


class WorkspaceShape(serializers.ModelSerializer):
    """The project's workspace at Prolific. Its API token is never returned."""

    class Meta:
        model = Workspace
        fields = names(*TERMS, "created_at")


class WorkspaceTerms(ModelTerms):
    """Changes to the workspace. `token` and `fee_rate` are required when it is first connected."""

    token = serializers.CharField(required=False, max_length=400)

    class Meta:
        model = Workspace
        fields = names(*TERMS, "token")
        extra_kwargs: ClassVar[dict[str, object]] = {name: {"required": False} for name in TERMS}


class Connected(serializers.Serializer):
    """The stored workspace. If `hooked` is true, Prolific sends webhooks to this server. Otherwise
    we check Prolific every minute, and `problem` says why webhooks cannot be used."""

    workspace = WorkspaceShape()
    hooked = serializers.BooleanField()
    problem = serializers.CharField(allow_blank=True)


class StudyTerms(ModelTerms):
    """Settings of a study. `hits` is the number of HITs per place, which is fixed in a batch that
    pays per session. Settings that you leave out keep their value, or get the value that Rateroom's
    page suggests. Use Prolific's English names of countries and languages."""

    hits = serializers.IntegerField(min_value=1, max_value=MOST_HITS)

    class Meta:
        model = Study
        fields = names("hits", *NAMES)
        extra_kwargs: ClassVar[dict[str, object]] = {name: {"required": False} for name in NAMES}


class SizeQuery(serializers.Serializer):
    """The number of HITs per place, as in the study's settings."""

    hits = serializers.IntegerField(min_value=1, max_value=MOST_HITS)


class StudyPlanShape(serializers.Serializer):
    """The planned study, with enough places for every assignment. `rewards`, `fee` and `total` are
    the amounts reserved for the batch. `invoice` is Prolific's charge if every place is used and
    paid."""

    hits = serializers.IntegerField()
    minutes = serializers.IntegerField()
    places = serializers.IntegerField()
    reward = Money()
    rewards = Money()
    fee = Money()
    total = Money()
    invoice = Money()
    currency = serializers.CharField()
    hourly = Money()
    least_hourly = Money(allow_null=True)
    pays_too_little = serializers.BooleanField()


class StudyShape(serializers.ModelSerializer):
    """A batch's study as it was when Prolific was last checked. `actions` lists the possible next
    steps. `outside_id` is "" until Prolific has returned the study's id. If it is "" but `tried_at`
    is set, we do not know whether the study exists at Prolific."""

    actions = serializers.SerializerMethodField()

    class Meta:
        model = Study
        fields = names(
            "batch internal_name outside_id state actions hits_per_sitting minutes places reward",
            "fee_rate",
            *NAMES,
            "tried_at looked_at",
        )

    def get_actions(self, study: Study) -> list[str]:
        return [action.lower() for action in POSSIBLE.get(StudyState(study.state), ())]


class PlacesShape(Shape):
    """The new number of places, which must be higher because Prolific does not reduce places."""

    places = serializers.IntegerField(min_value=1, max_value=MOST_PLACES)


class WorkspaceOfProject(Resource):
    def entity(self) -> Mapping[str, object] | None:
        """Return the workspace as a GET request does, or None if the project has no workspace."""
        row = Workspace.objects.filter(project=self.project(self.kwargs["project"])).first()
        return None if row is None else WorkspaceShape(row).data

    @Operation("read_prolific_workspace", answer=WorkspaceShape)
    def get(self, project: int) -> Workspace:
        """Return the project's workspace."""
        return _workspace(self.project(project).pk)

    @Operation(
        "connect_prolific", body=WorkspaceTerms, answer=Connected, scope=MONEY, calls_out=True
    )
    def put(self, project: int, sent: dict[str, object]) -> dict[str, object]:
        """Store the token and settings, and subscribe to Prolific's webhooks. Owners only."""
        row = owned(self, project)
        workspace = Workspace.objects.filter(project=row).first() or Workspace(project=row)
        for name, value in sent.items():
            setattr(workspace, name, value)
        try:
            return asdict(connect(workspace=workspace, by=self.user, changed=sent))
        except WorkspaceRefused as refused:
            raise Invalid([Problem(refused.what, refused.field, remedy=refused.remedy)]) from None


class StudyPlan(Resource):
    @Operation("plan_prolific_study", query=SizeQuery, answer=StudyPlanShape)
    def get(self, batch: int, sent: dict[str, Any]) -> Plan:
        """Return the plan of a study with this number of HITs per place."""
        return plan_study(batch=self.batch(batch), hits=sent["hits"])


class StudyOfBatch(Resource):
    @Operation("read_prolific_study", answer=StudyShape)
    def get(self, batch: int) -> Study:
        """Return the batch's study."""
        return study_of(self, batch)

    @Operation(
        "make_prolific_study",
        body=StudyTerms,
        answer=StudyShape,
        status=201,
        scope=MONEY,
        calls_out=True,
    )
    def post(self, batch: int, sent: dict[str, Any]) -> Study:
        """Create the batch's study as a draft at Prolific that only you can see. Repeating the
        request does not create another study. Owners only."""
        row = self.batch(batch, write=True)
        require_owner(self)
        chosen = {name: value for name, value in sent.items() if name != "hits"}
        settings = replace(current_settings(row), **chosen)
        with _one_at_a_time():
            return make_study(batch=row, hits=sent["hits"], by=self.user, settings=settings)

    @Operation("remove_prolific_study", scope=MONEY, calls_out=True)
    def delete(self, batch: int) -> None:
        """Delete an unpublished study, both here and at Prolific. Owners only."""
        row = self.batch(batch, write=True)
        require_owner(self)
        with _one_at_a_time():
            remove_study(batch=row, by=self.user)


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    try:
        yield
    except StudyUnderWay as error:
        raise Conflict(str(error), wait=SECONDS_UNDER_WAY) from error
    except StudyRefused as refused:
        where = refused.field or refused.where
        raise Invalid([Problem(refused.what, where, remedy=refused.remedy)]) from refused


class LookAtStudy(Resource):
    @Operation("look_at_prolific_study", answer=StudyShape, calls_out=True)
    def post(self, batch: int) -> Study:
        """Check the study's state at Prolific now. Owners only."""
        return look_at_study(study=_own_study(self, batch))


class PublishStudy(Resource):
    @Operation("publish_prolific_study", answer=StudyShape, scope=MONEY, calls_out=True)
    def post(self, batch: int) -> Study:
        """Publish the study at Prolific. Owners only."""
        return _moved(self, batch, StudyAction.PUBLISH)


class PauseStudy(Resource):
    @Operation("pause_prolific_study", answer=StudyShape, calls_out=True)
    def post(self, batch: int) -> Study:
        """Pause the study at Prolific, so that no new people can start. Owners only."""
        return _moved(self, batch, StudyAction.PAUSE)


class StartStudy(Resource):
    @Operation("start_prolific_study", answer=StudyShape, scope=MONEY, calls_out=True)
    def post(self, batch: int) -> Study:
        """Resume the study after a pause. Owners only."""
        return _moved(self, batch, StudyAction.START)


class StopStudy(Resource):
    @Operation("stop_prolific_study", answer=StudyShape, scope=MONEY, calls_out=True)
    def post(self, batch: int) -> Study:
        """Stop the study at Prolific. Owners only."""
        return _moved(self, batch, StudyAction.STOP)


class PlacesOfStudy(Resource):
    @Operation(
        "raise_prolific_places", body=PlacesShape, answer=StudyShape, scope=MONEY, calls_out=True
    )
    def post(self, batch: int, sent: dict[str, Any]) -> Study:
        """Increase the number of places at Prolific. A repeat changes nothing. Owners only."""
        return raise_places(study=_own_study(self, batch), places=sent["places"], by=self.user)


def _workspace(project: int) -> Workspace:
    workspace = Workspace.objects.filter(project=project).first()
    if workspace is None:
        raise Http404
    return workspace


def study_of(view: Resource, batch: int, *, write: bool = False) -> Study:
    """Return the batch's study. Raises Http404 if the batch has no study, and Http404 or
    PermissionDenied if the user has no access to the batch."""
    row = view.batch(batch, write=write)
    study = Study.objects.filter(batch=row).select_related("batch__project__prolific").first()
    if study is None:
        raise Http404
    return study


def _own_study(view: Resource, batch: int) -> Study:
    study = study_of(view, batch, write=True)
    require_owner(view)
    return study


def require_owner(view: Resource) -> None:
    """Raise PermissionDenied if the user does not own the request's project."""
    project = view.subjects.project
    if project is None:
        raise PermissionDenied
    view.require_owner(project)


def _moved(view: Resource, batch: int, action: StudyAction) -> Study:
    return move_study(study=_own_study(view, batch), action=action, by=view.user)
