"""A read API over a researcher's batches (`/api/batches/`): their terms, how far they are, and the
money."""

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers, viewsets
from rest_framework.routers import SimpleRouter

from hits.models import Batch
from hits.money.escrow import batch_money
from people.access import projects_for


class BatchSerializer(serializers.ModelSerializer):
    """A batch in a list."""

    rubric = serializers.CharField(source="rubric_version.__str__", read_only=True)
    rubric_sha256 = serializers.CharField(source="rubric_version.sha256", read_only=True)
    currency = serializers.CharField(source="project.currency", read_only=True)

    class Meta:
        model = Batch
        fields: tuple[str, ...] = (
            "id",
            "title",
            "state",
            "project",
            "dataset",
            "rubric",
            "rubric_sha256",
            "reward",
            "fee",
            "currency",
            "annotators_per_hit",
            "seed",
            "hits_planned",
            "hits_made",
            "created_at",
            "published_at",
            "closed_at",
        )


class BatchDetailSerializer(BatchSerializer):
    """One batch, with its assignments by state and its money."""

    assignments = serializers.SerializerMethodField()
    money = serializers.SerializerMethodField()

    class Meta(BatchSerializer.Meta):
        fields = (*BatchSerializer.Meta.fields, "assignments", "money")

    def get_assignments(self, batch: Batch) -> dict[str, int]:
        return batch.assignments.count_by_state()

    def get_money(self, batch: Batch) -> dict[str, str]:
        money = batch_money(batch)
        return {
            name: str(getattr(money, name))
            for name in ("escrowed", "paid", "fees", "refunded", "remaining")
        }


class BatchViewSet(viewsets.ReadOnlyModelViewSet):
    """The batches of the projects in which the person has a role."""

    def get_queryset(self) -> QuerySet[Batch]:
        projects = projects_for(self.request.user)  # type: ignore[arg-type]
        rows = Batch.objects.filter(project__in=projects)
        return rows.select_related("project", "rubric_version__rubric").order_by("-id")

    def get_serializer_class(self) -> Any:
        return BatchDetailSerializer if self.action == "retrieve" else BatchSerializer


router = SimpleRouter()
router.register("batches", BatchViewSet, basename="api-batch")
