"""The activity of researchers in a project or on a batch."""

from django.db.models import QuerySet
from rest_framework import serializers

from api.operations import Operation, Resource
from api.resources.shapes import name_of, names
from people.acts import acts_of
from people.models import Act


class ActShape(serializers.ModelSerializer):
    """One recorded activity, with the person, the object and the change. `actor` is null for an
    activity of the site itself. `token` is the API token used, or null for an activity in the
    browser. `token_name` is the token's name while the token exists."""

    actor = name_of("actor.username")
    token = serializers.IntegerField(source="token_id", allow_null=True)
    token_name = name_of("token.name")
    before = serializers.DictField(allow_null=True)
    after = serializers.DictField(allow_null=True)

    class Meta:
        model = Act
        fields = names(
            "id at actor token token_name verb subject_type subject_id subject_name before after "
            "request_id"
        )


class ActsOfProject(Resource):
    @Operation("list_acts", answer=ActShape, paged=True)
    def get(self, project: int) -> QuerySet[Act]:
        """List the activity in the project, newest first."""
        return Act.objects.filter(project=self.project(project)).select_related("actor", "token")


class ActsOfBatch(Resource):
    @Operation("list_acts_of_batch", answer=ActShape, paged=True)
    def get(self, batch: int) -> QuerySet[Act]:
        """List the activity on the batch, newest first."""
        return acts_of(self.batch(batch)).select_related("actor", "token")
