"""The people who can work on a batch: links for many people, allowed and blocked people, batches
whose annotators are blocked, required qualifications, and merging of annotators."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404
from django.urls import reverse
from rest_framework import serializers

from api.operations import MONEY, WRITE, Operation, Resource
from api.problems import Invalid, not_found
from api.resources.background import TaskShape
from api.resources.batches import BatchShape, OfBatch
from api.resources.people import owned
from api.resources.shapes import Changed, Shape, names
from core.database.whole_numbers import LARGEST
from core.errors import Problem
from core.small_tables import small_table
from core.tabular.uploaded import uploaded
from hits.batches.audience import keep_out_annotators_of, let_in_annotators_of
from hits.models import Admission, AudienceExclusion, BackgroundTask, Batch, Qualification
from people.invitations.granting import MOST_DAYS
from quality.qualifications.requiring import require_qualification
from recruiting.links.making import LinkTerms
from recruiting.links.many import PersonalLink, make_links, read_invited
from recruiting.long_merges import ask_for_merge, is_long_merge
from recruiting.merging import merge_people, person_called
from recruiting.mturk.storing import import_results

MAIL_LINK = "recruiting.tasks.mail_link"


class LinksTable(serializers.Serializer):
    """A form with a table of people (CSV or JSON Lines) that has the column `id`, the column
    `address`, or both. With `mail`, each link is sent to the person's email address."""

    table = serializers.FileField()
    cap = serializers.IntegerField(required=False, min_value=1, max_value=2**31 - 1)
    days = serializers.IntegerField(default=30, min_value=1, max_value=MOST_DAYS)
    mail = serializers.BooleanField(default=False)


@dataclass(frozen=True)
class LinkMade:
    """The complete link for one person."""

    personal: PersonalLink
    link: str


class LinkMadeShape(serializers.Serializer):
    """A person in the table, and the person's link."""

    invitation = serializers.IntegerField(source="personal.invitation_id")
    id = serializers.CharField(source="personal.invited.label")
    address = serializers.CharField(source="personal.invited.address")
    link = serializers.CharField()


class LinksMade(serializers.Serializer):
    """Links in the order of the table. The links are shown only once, but a repeat of the request
    with the same idempotency key shows the links again."""

    links = LinkMadeShape(many=True)


class ManyLinks(Resource):
    @Operation("make_links", body=LinksTable, answer=LinksMade, status=201, secret=True)
    def post(self, batch: int, sent: dict[str, Any]) -> dict[str, object]:
        """Create a link for each person in a table."""
        row = self.batch(batch, write=True)
        with small_table(sent["table"]) as path:
            people = read_invited(path)
        terms = LinkTerms(days=sent["days"], cap=sent.get("cap"))
        links = make_links(batch=row, people=people, key=self.write_key, by=self.user, terms=terms)
        if sent["mail"] and settings.EMAIL_URL:
            for link in links:
                if link.invited.address:
                    _mail_later(link.invitation_id)
        addresses = (
            self.request.build_absolute_uri(reverse("join", args=[link.token])) for link in links
        )
        return {"links": [LinkMade(*each) for each in zip(links, addresses, strict=True)]}


def _mail_later(invitation_id: int) -> None:
    transaction.on_commit(partial(current_app.send_task, MAIL_LINK, args=(invitation_id,)))


class AdmissionShape(serializers.ModelSerializer):
    """A person who is allowed or blocked by name. `origin` is the source of the entry."""

    person = serializers.CharField(source="user.username")

    class Meta:
        model = Admission
        fields = names("person verdict origin decided_at")


class ListOfBatch(Resource):
    @Operation("list_admissions", answer=AdmissionShape, paged=True, scope=WRITE)
    def get(self, batch: int) -> QuerySet[Admission]:
        """List the people allowed or blocked by name. You need permission to change the list."""
        rows = Admission.objects.filter(batch=self.batch(batch, write=True))
        return rows.select_related("user")


class KeptOutBatch(serializers.ModelSerializer):
    """A batch whose annotators cannot work on this batch."""

    batch = serializers.IntegerField(source="other_id")
    title = serializers.CharField(source="other.title")

    class Meta:
        model = AudienceExclusion
        fields = names("batch title")


class OtherBatch(Shape):
    """Another batch of the project."""

    batch = serializers.IntegerField(min_value=1, max_value=LARGEST)


class KeptOut(Resource):
    @Operation("list_kept_out", answer=KeptOutBatch, paged=True)
    def get(self, batch: int) -> QuerySet[AudienceExclusion]:
        """List the batches whose annotators cannot work on this batch."""
        return AudienceExclusion.objects.filter(batch=self.batch(batch)).select_related("other")

    @Operation("keep_out_annotators", body=OtherBatch, answer=Changed)
    def post(self, batch: int, sent: dict[str, int]) -> dict[str, int]:
        """Block people who have worked on another batch of the project."""
        row = self.batch(batch, write=True)
        other = _other_batch(row, sent["batch"])
        if other is None:
            what = "The project has no published batch with this number."
            raise Invalid([Problem(what, "batch")])
        return {"changed": int(keep_out_annotators_of(batch=row, other=other, by=self.user))}


class OneKeptOut(Resource):
    @Operation("let_in_annotators", answer=Changed)
    def delete(self, batch: int, other: int) -> dict[str, int]:
        """Let people who worked on the batch `other` work on this batch again."""
        row = self.batch(batch, write=True)
        other_batch = _other_batch(row, other)
        if other_batch is None:
            raise Http404
        let_in = let_in_annotators_of(batch=row, other=other_batch, by=self.user)
        return {"changed": int(let_in)}


def _other_batch(batch: Batch, pk: int) -> Batch | None:
    """Return the batch `pk` if it is another batch of the same project and not a draft. Otherwise,
    return None."""
    others = Batch.objects.filter(project=batch.project_id, pk=pk).exclude(pk=batch.pk)
    return others.exclude(state=Batch.State.DRAFT).first()


class RequiredShape(serializers.Serializer):
    """The qualification that people need to work on the batch, or null if they do not need one."""

    qualification = serializers.IntegerField(source="required_qualification_id", allow_null=True)


class NewRequired(Shape):
    """A qualification of the project, or null to require none."""

    qualification = serializers.IntegerField(min_value=1, max_value=LARGEST, allow_null=True)


class RequiredQualification(Resource):
    @Operation("read_required_qualification", answer=RequiredShape)
    def get(self, batch: int) -> Batch:
        """Return the qualification that everyone who works on the batch needs."""
        return self.batch(batch)

    @Operation("require_qualification", body=NewRequired, answer=RequiredShape)
    def put(self, batch: int, sent: dict[str, Any]) -> Batch:
        """Set the qualification that people need to work on the batch, including people who have
        already started. Null requires no qualification."""
        row, wanted = self.batch(batch, write=True), None
        if (pk := sent["qualification"]) is not None:
            wanted = Qualification.objects.filter(project=row.project_id, pk=pk).first()
            if wanted is None:
                raise Invalid([not_found(pk, "qualification")])
        require_qualification(batch=row, qualification=wanted, by=self.user)
        return self.batch(batch)


class MergeTerms(Shape):
    """The pseudonyms of two annotators to merge permanently. The work of `goes` is added to that of
    `stays`. `goes` must not have an account."""

    stays = serializers.CharField(max_length=20)
    goes = serializers.CharField(max_length=20)


class MergePeople(Resource):
    @Operation("merge_people", body=MergeTerms, scope=MONEY, later=TaskShape)
    def post(self, batch: int, sent: dict[str, str]) -> BackgroundTask | None:
        """Merge two annotators, with all their work and earnings in the project. If there is much
        work to move, a worker does it. Owners only."""
        row = self.batch(batch, write=True)
        project = owned(self, row.project_id)
        goes, stays = (person_called(row, sent[name], field=name) for name in ("goes", "stays"))
        if is_long_merge(goes):
            return ask_for_merge(batch=row, by=self.user, goes=goes, stays=stays)
        merge_people(project=project, by=self.user, goes=goes, stays=stays)
        return None


class ResultFile(serializers.Serializer):
    """A form with a result file (CSV) from Mechanical Turk."""

    results = serializers.FileField()


class OldResults(OfBatch):
    @Operation("import_old_results", body=ResultFile, answer=BatchShape)
    def post(self, batch: int, sent: dict[str, Any]) -> Batch:
        """Import the ratings in a result file from Mechanical Turk into a draft, and close the
        batch. If any row has an error, nothing is imported, and the reply lists every row with an
        error."""
        row = self.batch(batch, write=True)
        with uploaded(sent["results"]) as path:
            import_results(batch_id=row.pk, path=path, by=self.user)
        return self.batch(batch)
