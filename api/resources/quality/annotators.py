"""Annotators of a batch or a project: measures, flags, and the batch's typical values."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.operations import Operation, Resource
from api.resources.shapes import names
from api.resources.work.parts import part_of
from core.database.keyset import Cursor
from hits.models import Batch, Enrolment
from people.models import Project
from quality.annotators.flag_rows import flag_rows
from quality.annotators.listing import (
    FIGURES,
    PROJECT_COLUMNS,
    SHOWN,
    Listing,
    ListView,
    annotators_of,
    project_listing,
)
from quality.measures import measures
from quality.models import AnnotatorFold


class AnnotatorFilter(serializers.Serializer):
    """Filters for annotators. `flagged` selects people who were flagged by a rule, and `held`
    selects people who are paused or removed. `few` selects people with under 20 HITs, and `idle`
    selects people without submissions."""

    show = serializers.ChoiceField(choices=sorted(SHOWN), default="all")


class FigureShape(serializers.Serializer):
    """A measure of one person, in the unit that `read_measures` gives. `low` and `high` are the
    ends of the 95 % interval, and `n` is the number of observations."""

    value = serializers.FloatField(allow_null=True, default=None)
    low = serializers.FloatField(allow_null=True, default=None)
    high = serializers.FloatField(allow_null=True, default=None)
    n = serializers.IntegerField(default=0)


class FlagShape(serializers.Serializer):
    """A flag raised by a rule, with one sentence of evidence. A flag has no automatic effect."""

    title = serializers.CharField()
    rule = serializers.CharField()
    evidence = serializers.CharField()


class AnnotatorShape(serializers.ModelSerializer):
    """One annotator. `part` is the id of the annotator's participation in the batch. `measures`
    maps names to measures, and is empty until the measures are first computed."""

    part = serializers.IntegerField(source="pk")
    annotator = serializers.CharField(source="pseudonym")
    measures = serializers.SerializerMethodField()
    flags = serializers.SerializerMethodField()

    class Meta:
        model = Enrolment
        fields = names("part annotator status submitted measures flags")

    @extend_schema_field(serializers.DictField(child=FigureShape()))
    def get_measures(self, enrolment: Enrolment) -> dict[str, object]:
        stored = getattr(enrolment, FIGURES, None)
        return {
            name: FigureShape(values).data
            for name, values in (stored.measures if stored else {}).items()
            if name in measures()
        }

    @extend_schema_field(FlagShape(many=True))
    def get_flags(self, enrolment: Enrolment) -> object:
        stored = getattr(enrolment, FIGURES, None)
        return FlagShape(flag_rows(stored.flags if stored else ()), many=True).data


class SumsShape(serializers.Serializer):
    """A count and its total over all the person's batches, for example the number of passed checks
    and the number of all checks."""

    part = serializers.IntegerField()
    whole = serializers.IntegerField()


class PersonShape(serializers.Serializer):
    """A person's results over all their batches in the project. `part` and `batch` identify the
    person's latest participation. If the person is on hold in the whole project, `hold` is `paused`
    or `stopped`; otherwise it is ""."""

    part = serializers.IntegerField(source="latest")
    batch = serializers.IntegerField()
    pseudonyms = serializers.ListField(child=serializers.CharField())
    batches = serializers.IntegerField()
    hits = serializers.IntegerField()
    gold = SumsShape()
    retest = SumsShape()
    flags = serializers.IntegerField()
    hold = serializers.CharField(allow_blank=True)


class PeopleShape(serializers.Serializer):
    """Up to fifty people. To get the next people, set `after` to `following`. After the last
    people, `following` is null."""

    people = PersonShape(many=True, source="rows")
    following = serializers.IntegerField(source="window.after", allow_null=True)


class PeopleFilter(serializers.Serializer):
    """Settings of the list: order (highest first), only flagged people, and where to continue."""

    order = serializers.ChoiceField(choices=sorted(PROJECT_COLUMNS), default="hits")
    flagged = serializers.BooleanField(default=False)
    after = serializers.IntegerField(required=False, min_value=1, max_value=2**63 - 1)


class AnnotatorsOfProject(Resource):
    @Operation("list_project_annotators", query=PeopleFilter, answer=PeopleShape)
    def get(self, project: int, sent: dict[str, Any]) -> Listing:
        """List the project's annotators, with results over all their batches."""
        row = self.project(project)
        view = ListView(
            order=sent["order"],
            show="flagged" if sent["flagged"] else "all",
            cursor=Cursor(sent["after"]) if "after" in sent else None,
        )
        return project_listing(Project.objects.filter(pk=row.pk), view)


class MeasureShape(serializers.Serializer):
    """A measure, with its median and quartiles over the batch's annotators. The quartiles are null
    if no annotator has a value."""

    name = serializers.CharField()
    title = serializers.CharField()
    meaning = serializers.CharField()
    unit = serializers.CharField()
    median = serializers.FloatField(allow_null=True)
    first = serializers.FloatField(allow_null=True)
    third = serializers.FloatField(allow_null=True)


class MeasuresShape(serializers.Serializer):
    """The batch's measures, the time when they were computed, and the number of submissions that
    they cover. The time and the number are null before the first computation."""

    computed_at = serializers.DateTimeField(allow_null=True)
    submitted = serializers.IntegerField(allow_null=True)
    measures = MeasureShape(many=True)


class Annotators(Resource):
    @Operation("list_annotators", query=AnnotatorFilter, answer=AnnotatorShape, paged=True)
    def get(self, batch: int, sent: dict[str, str]) -> QuerySet[Enrolment]:
        """List the annotators who submitted HITs of the batch, with their measures and flags."""
        return annotators_of(self.batch(batch), sent["show"])


class OneAnnotator(Resource):
    @Operation("read_annotator", answer=AnnotatorShape)
    def get(self, batch: int, pk: int) -> Enrolment:
        """Return one annotator's measures and flags."""
        part = part_of(self, batch, pk)
        return Enrolment.objects.select_related(FIGURES).get(pk=part.pk)


class Measures(Resource):
    @Operation("read_measures", answer=MeasuresShape)
    def get(self, batch: int) -> dict[str, object]:
        """List the measures, with their typical values in the batch."""
        return _measures(self.batch(batch))


def _measures(batch: Batch) -> dict[str, object]:
    fold = AnnotatorFold.objects.filter(batch=batch).first()
    typical = fold.typical if fold else {}
    return {
        "computed_at": fold.computed_at if fold else None,
        "submitted": fold.submitted if fold else None,
        "measures": [
            {
                "name": name,
                "title": str(measure.title),
                "meaning": str(measure.meaning),
                "unit": measure.unit,
                **{each: typical.get(name, {}).get(each) for each in ("median", "first", "third")},
            }
            for name, measure in measures().items()
        ],
    }
