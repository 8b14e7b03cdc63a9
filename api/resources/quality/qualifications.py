"""A project's qualifications: the people who have them, with dates and reasons, and granting and
revoking."""

from datetime import datetime
from typing import Any

from django.db.models import Case, Count, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import serializers

from api.operations import Operation, Resource
from api.problems import Invalid
from api.resources.shapes import Changed, Shape, names
from core.errors import Problem
from core.small_tables import small_table
from hits.models import Enrolment, Qualification, QualifiedPerson
from people.access import projects_for
from people.models import User
from quality.qualifications.granting import MOST_LETTERS, Origin, grant, qualification_of, revoke
from quality.qualifications.uploading import MOST_ROWS, end_of_day, grant_table, people_called


class QualificationShape(serializers.ModelSerializer):
    """A qualification. `people` is the number of people who have it now. Batches can grant the
    qualification for passing their test (`tested_by`) or require it (`required_by`)."""

    people = serializers.IntegerField(source="number")
    tested_by: object = serializers.PrimaryKeyRelatedField(many=True, read_only=True)
    required_by: object = serializers.PrimaryKeyRelatedField(many=True, read_only=True)

    class Meta:
        model = Qualification
        fields = names("id project name people tested_by required_by created_at")


class NewQualification(Shape):
    """A new qualification. Choose a name that says what people with the qualification can do."""

    name = serializers.CharField(max_length=120)


class QualifiedShape(serializers.ModelSerializer):
    """A person's qualification, current or past. People who passed a test are identified by their
    latest pseudonym in the project, and other people by their account name. If a qualification was
    revoked and granted again, each grant has its own row."""

    person = serializers.CharField()

    class Meta:
        model = QualifiedPerson
        fields = names("id person origin reason granted_at expires_at revoked_at revoked_reason")


class PeopleShape(Shape):
    """People, each identified by account name, email address or project pseudonym, and the reason
    for the change."""

    people = serializers.ListField(
        child=serializers.CharField(max_length=254), min_length=1, max_length=MOST_ROWS
    )
    reason = serializers.CharField(max_length=MOST_LETTERS)


class GrantShape(PeopleShape):
    """A grant of the qualification. The grant is valid until the end of the day `expires` in UTC,
    or has no end date if `expires` is null."""

    expires = serializers.DateField(required=False, allow_null=True, default=None)


class PeopleTable(serializers.Serializer):
    """A form with a table (CSV or JSON Lines). The table has the column `person`, and optionally
    `expires` and `reason`."""

    table = serializers.FileField()


class Qualifications(Resource):
    @Operation("list_qualifications", answer=QualificationShape, paged=True)
    def get(self, project: int) -> QuerySet[Qualification]:
        """List the project's qualifications."""
        return _counted(Qualification.objects.filter(project=self.project(project)))

    @Operation("make_qualification", body=NewQualification, answer=QualificationShape, status=201)
    def post(self, project: int, sent: dict[str, str]) -> Qualification:
        """Create a qualification, or return the existing one with this name."""
        row = self.project(project, write=True)
        qualification = qualification_of(project=row, name=sent["name"], by=self.user)
        return _counted(Qualification.objects.filter(pk=qualification.pk)).get()


class OneQualification(Resource):
    @Operation("read_qualification", answer=QualificationShape)
    def get(self, pk: int) -> Qualification:
        """Return one qualification."""
        return _counted(Qualification.objects.filter(pk=qualification_for(self, pk).pk)).get()


class QualifiedPeople(Resource):
    @Operation("list_qualified_people", answer=QualifiedShape, paged=True)
    def get(self, pk: int) -> QuerySet[QualifiedPerson]:
        """List the people who have the qualification or had it in the past, newest first."""
        return _named(qualification_for(self, pk).people.all())


class Grant(Resource):
    @Operation("grant_qualification", body=GrantShape, answer=Changed)
    def post(self, pk: int, sent: dict[str, Any]) -> dict[str, int]:
        """Grant the qualification to these people. `changed` is the number of people who did not
        have the qualification, or had it only until an earlier date."""
        qualification = qualification_for(self, pk, write=True)
        number = grant(
            qualification=qualification,
            users=_people(qualification, sent["people"]),
            origin=Origin.HAND,
            reason=sent["reason"],
            by=self.user,
            expires_at=_end(sent["expires"]),
        )
        return {"changed": number}


class Revoke(Resource):
    @Operation("revoke_qualification", body=PeopleShape, answer=Changed)
    def post(self, pk: int, sent: dict[str, Any]) -> dict[str, int]:
        """Revoke these people's qualification. They get no more work that requires it."""
        qualification = qualification_for(self, pk, write=True)
        users = _people(qualification, sent["people"])
        number = revoke(
            qualification=qualification, users=users, reason=sent["reason"], by=self.user
        )
        return {"changed": number}


class GrantTable(Resource):
    @Operation("grant_qualification_by_table", body=PeopleTable, answer=Changed)
    def post(self, pk: int, sent: dict[str, Any]) -> dict[str, int]:
        """Grant the qualification to the people in a table. If a row has an error, no one gets the
        qualification."""
        qualification = qualification_for(self, pk, write=True)
        with small_table(sent["table"]) as path:
            number = grant_table(qualification=qualification, path=path, by=self.user)
        return {"changed": number}


def qualification_for(view: Resource, pk: int, *, write: bool = False) -> Qualification:
    """Return the qualification. Raises Http404 or PermissionDenied if the user has no access to its
    project."""
    row = Qualification.objects.filter(pk=pk, project__in=projects_for(view.user)).first()
    if row is None:
        raise Http404
    row.project = view.project(row.project_id, write=write)
    return row


def _counted(rows: QuerySet[Qualification]) -> QuerySet[Qualification]:
    standing = Count("people", filter=Q(people__revoked_at__isnull=True))
    return rows.annotate(number=standing).prefetch_related("tested_by", "required_by")


def _named(rows: QuerySet[QualifiedPerson]) -> QuerySet[QualifiedPerson]:
    """Return the rows with the additional attribute `person`, as described in QualifiedShape."""
    parts = Enrolment.objects.filter(
        annotator=OuterRef("user"), batch__project=OuterRef("qualification__project")
    )
    pseudonym = Subquery(parts.order_by("-pk").values("pseudonym")[:1])
    by_test = When(origin=Origin.TEST, then=Coalesce(pseudonym, Value("")))
    return rows.annotate(person=Case(by_test, default=F("user__username")))


def _people(qualification: Qualification, names: list[str]) -> list[User]:
    """Return the users with these names. Raises Invalid, which lists each name that is unknown in
    the project."""
    called = people_called(qualification.project, names)
    if called.problems:
        raise Invalid(Problem(what, "people") for what in called.problems.values())
    return list({user.pk: user for user in called.by_name.values()}.values())


def _end(day: Any) -> datetime | None:
    try:
        return end_of_day(day) if day else None
    except ValueError as error:
        raise Invalid([Problem(_("Choose a future date."), "expires")]) from error
